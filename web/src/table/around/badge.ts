/** The word beside a name on a score board: who plays for somebody, how strong a bot is, the time that is left. */

import { t } from '../../lib/words.svelte'
import type { TableState } from '../state.svelte'
import { spoken, timeLeft } from './clock.svelte'

export function badge(here: TableState, seat: number): string {
  const chair = here.view?.seats[seat]
  const left = timeLeft(here, seat)
  const words: string[] = []
  if (chair?.late) words.push(t('badge.late'))
  else if (chair?.away) words.push(t('badge.away'))
  else if (chair?.level) words.push(t('badge.level', { n: chair.level }))
  if (left !== null) words.push(spoken(left))
  return words.join(' · ')
}
