/** The player whose turn it is has a silent connection: whether their clock is paused, and for how long. */

import { HEIGHTS } from '../../ui/breakpoints'
import { screen } from '../../ui/screen.svelte'
import { t } from '../../i18n/catalogue.svelte'
import type { TableState } from '../state.svelte'
import { graceLeft, timeLeft } from './clock.svelte'

export interface Silent {
  seat: number
  waits: boolean // whether the clock is paused
  seconds: number // until the clock runs again
  share: number // of the pause that is left, from 0 to 1
  text: string
}

/** Another player's silent connection while it is their turn and they have a clock, or null. */
export function silentOf(here: TableState): Silent | null {
  const { view } = here.live
  const seat = view?.turn?.seat
  if (!view || seat === undefined || here.lost || here.yours.includes(seat) || timeLeft(here, seat) === null) return null
  const name = here.name(seat)
  const { paused } = view.shared
  const left = graceLeft(here, seat)
  if (paused && left > 0) {
    const seconds = Math.ceil(left / 1000)
    const share = Math.min(1, left / Math.max(1, paused.until - paused.since))
    return { seat, waits: true, seconds, share, text: t('silent.grace', { name, n: seconds }) }
  }
  if (paused?.seat !== seat && !here.absent.includes(seat)) return null
  return { seat, waits: false, seconds: 0, share: 0, text: t('silent.runs', { name }) }
}

/** Below this height the score boards of two sides may be collapsed. */
const LEAST_HEIGHT = 760

/** Whether the score boards, or the lines in their place, have room to say so themselves; otherwise the header does. */
export function isToldByBoards(here: TableState): boolean {
  const two = here.view?.shared.rules.sides.length === 2
  if (screen.kind === 'phone') return !screen.low && (two || screen.height >= HEIGHTS.shorter)
  return two && screen.height >= LEAST_HEIGHT
}

/** What the score board of some seats says of it; null if it is about others, or is shown elsewhere. */
export function silentOn(here: TableState, seats: readonly number[]): Silent | null {
  const silent = isToldByBoards(here) ? silentOf(here) : null
  return silent && seats.includes(silent.seat) ? silent : null
}

/** What a screen reader announces: once at the start, once at ten seconds, once when the clock runs again. */
export function silentAloud(here: TableState): string {
  const silent = silentOf(here)
  if (!silent?.waits) return silent?.text ?? ''
  const { since, until } = here.live.view?.shared.paused ?? { since: 0, until: 0 }
  const n = silent.seconds > 10 ? Math.round((until - since) / 1000) : 10
  return `${t('silent.grace', { name: here.name(silent.seat), n })}. ${t('silent.waits')}.`
}
