/** What is shown next to a name on a score board: offline, a stand-in, the level of a bot, the clock. */

import { t } from '../../i18n/catalogue.svelte'
import type { TableState } from '../state.svelte'
import { clocksOf } from './clock.svelte'
import { silentOn } from './silent.svelte'
import { markOf } from './verdict'
import { names } from './who'

/** That a player of some seats is offline; empty if all are connected. */
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

/** What the score board of a side shows of its players; in one that unfolds from a line, the line has the clocks. */
export const headOf = (here: TableState, seats: readonly number[], isUnfolded = false) => ({
  away: awayOf(here, seats),
  clocks: isUnfolded ? [] : clocksOf(here, seats),
  silent: isUnfolded ? null : silentOn(here, seats),
  ...markOf(here, seats[0] ?? 0),
})
