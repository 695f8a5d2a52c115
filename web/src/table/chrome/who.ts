/** The viewer's seat at a table, and in words what the table waits for. */

import { list, t } from '../../i18n/catalogue.svelte'
import type { TableState } from '../state.svelte'
import { silentOf } from './silent.svelte'

/** The seat for which the viewer acts: on a shared screen the one that is shown. */
export function seatOf(here: TableState): number | null {
  return here.looks ?? (here.yours.length === 1 ? (here.yours[0] ?? null) : null)
}

/** The seat that has to get the shared screen, or null. */
export function passTo(here: TableState): number | null {
  const { view, yours, looks } = here
  const seat = view?.shared.phase === 'playing' ? view.turn?.seat : undefined
  return yours.length > 1 && looks === null && seat !== undefined && yours.includes(seat) ? seat : null
}

/** Several seats in a row: "You and Ben". */
export const names = (here: TableState, seats: readonly number[]): string => list(seats.map((seat) => here.name(seat)))

/** Which game of a match is played, in words; empty if there is only one. */
export function challenge(here: TableState, key: 'bar.challenge' | 'status.between'): string {
  const match = here.view?.shared.match
  const all = here.settings?.games.length ?? 0
  return match && all > 1 ? t(key, { n: match.game + 1, all }) : ''
}

/** While a decision waits for the answer to the coach, so do the others. */
function coachWaits(here: TableState): string {
  const others = (here.view?.shared.seats ?? []).flatMap((_, seat) => (here.yours.includes(seat) ? [] : [seat]))
  if (others.length > 1) return t('coach.waits.all')
  return others[0] === undefined ? t('coach.waits.none') : t('coach.waits', { name: here.name(others[0]) })
}

/** What the table waits for, in a few words. */
export function statusOf(here: TableState): string {
  const { view } = here
  if (here.coach.holds) return coachWaits(here)
  const pass = passTo(here)
  if (pass !== null) return t('status.pass', { name: here.name(pass) })
  if (view?.shared.phase === 'between') return challenge(here, 'status.between')
  if (view?.shared.phase !== 'playing' || !view.turn) return t('status.over')
  const { seat } = view.turn
  if (here.yours.length === 1 && here.acting) return t('status.yours')
  if (!silentOf(here)?.waits && here.absent.includes(seat)) return t('status.absent', { name: here.name(seat) })
  if (here.slow) return t('status.first', { name: here.name(seat) })
  const chair = view.shared.seats[seat]
  if (here.yours.includes(seat) && (chair?.away || chair?.late)) return t('strip.away.you')
  return t('status.named', { name: here.name(seat) })
}

/** Why the table waits for longer than usual, for example for an absent player; empty if it does not. */
export function whyWait(here: TableState): string {
  if (here.slow) return t('status.first.text')
  if (silentOf(here)?.waits) return t('silent.waits')
  const seat = here.view?.shared.phase === 'playing' ? here.view.turn?.seat : undefined
  if (seat === undefined || !here.absent.includes(seat)) return ''
  return t(`status.absent.${here.settings?.clock.kind ?? 'none'}`)
}
