/** How much time each player has left, by the server's clock. */

import { createSubscriber } from 'svelte/reactivity'
import type { ClockFace, Timed } from '../../scores/Clock.svelte'
import { t } from '../../i18n/catalogue.svelte'
import type { TableState } from '../state.svelte'

/** Seconds from which on time is called little. */
export const LITTLE = 20
/** Seconds that are counted down one by one. */
const LAST = 10

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250)
  return () => clearInterval(timer)
})

/** The local time as reactive state: readers are updated when it advances. */
export function now(): number {
  subscribe()
  return Date.now()
}

/**
 * Milliseconds that a seat has left, or null where it has no clock now. Without a connection nothing is known about
 * clocks, so they stop where they were: the server may be down, or forgive the interruption.
 */
export function timeLeft(here: TableState, seat: number): number | null {
  const view = here.live.view
  const clock = here.settings?.clock
  if (!view || view.shared.phase !== 'playing' || !clock || clock.kind === 'none') return null
  const chair = view.shared.seats[seat]
  if (chair?.kind !== 'open' || chair.away || chair.late) return null // a bot plays without a clock
  if (view.turn?.seat === seat && view.shared.deadline != null) {
    // A paused clock shows what will be left when it runs again.
    const standing = view.shared.paused?.seat === seat ? view.shared.paused.until : 0
    const moment = here.lost ? here.live.lostAt : now()
    return Math.max(0, view.shared.deadline - Math.max(moment + here.live.ahead, standing))
  }
  const left = clock.kind === 'total' ? view.shared.left?.[seat] : undefined
  return Math.max(0, left ?? 1000 * clock.seconds)
}

/** Milliseconds for which the clock of a seat is still paused; 0 if it is not. */
export function graceLeft(here: TableState, seat: number): number {
  const { view, ahead } = here.live
  if (view?.shared.paused?.seat !== seat) return 0
  return Math.max(0, view.shared.paused.until - now() - ahead)
}

/** The clock of a seat as it is drawn, or null. */
function faceOf(here: TableState, seat: number): ClockFace | null {
  const left = timeLeft(here, seat)
  if (left === null) return null
  const time = spoken(left)
  const label = t('clock.left', { name: here.name(seat), time })
  if (here.live.view?.turn?.seat !== seat) return { time, label, state: 'waits', last: null }
  const state = here.lost || graceLeft(here, seat) > 0 ? 'stands' : 'runs'
  return { time, label, state, last: left <= 1000 * LAST ? Math.ceil(left / 1000) : null }
}

/** How many of the last ten seconds are left on the running clock of a player at this screen; null before that. */
export function lastSeconds(here: TableState): number | null {
  const seat = here.live.view?.turn?.seat
  if (seat === undefined || !here.yours.includes(seat)) return null
  const face = faceOf(here, seat)
  return face?.state === 'runs' && face.last ? face.last : null
}

/** The players of a score board with their clocks; empty if none of them has one. */
export function clocksOf(here: TableState, seats: readonly number[]): Timed[] {
  const turn = here.view?.turn?.seat
  const all = seats.map((seat) => ({
    name: here.name(seat),
    turn: seat === turn,
    away: here.absent.includes(seat) ? t('badge.absent') : '',
    clock: faceOf(here, seat),
  }))
  return all.some(({ clock }) => clock) ? all : []
}

/** A time as on a clock: 4:05, 1:04:05; from a day on its days and hours: 2d 23h. */
export function spoken(milliseconds: number): string {
  const all = Math.ceil(milliseconds / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  if (hours >= 24) return t('clock.days', { d: Math.floor(hours / 24), h: hours % 24 })
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
