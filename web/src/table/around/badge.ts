/** What stands beside a name on a score board: who is not there, who plays for somebody, how strong a bot is. */

import { t } from '../../lib/words.svelte'
import type { TableState } from '../state.svelte'
import { names } from './who'

/** The word for a seat or side with a player who is not connected; empty if all are. */
export function awayOf(here: TableState, seats: readonly number[]): string {
  const gone = seats.filter((seat) => here.absent.includes(seat))
  if (!gone.length) return ''
  return gone.length === seats.length ? t('badge.absent') : t('badge.absent.one', { name: names(here, gone) })
}

export function badge(here: TableState, seat: number): string {
  const chair = here.view?.shared.seats[seat]
  if (chair?.late) return t('badge.late')
  if (chair?.away) return t('badge.away')
  return chair?.level ? t('badge.level', { n: chair.level }) : ''
}
