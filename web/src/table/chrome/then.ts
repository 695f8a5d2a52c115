/** What the bar says while an earlier position is shown. */

import { t } from '../../i18n/catalogue.svelte'
import type { TableState } from '../state.svelte'
import { statusOf } from './who'

/** The move that is looked at, and whose turn it is all the same; null for the position of now. */
export function thenStatus(here: TableState): { title: string; text: string } | null {
  const { move, number } = here.past
  if (!move) return null
  return {
    title: t('moves.at', { n: number, name: here.name(move.seat) }),
    text: here.acting && here.yours.length === 1 ? t('moves.still') : statusOf(here),
  }
}
