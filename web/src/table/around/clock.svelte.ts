/** How much time everybody has left, as the server's clock goes. */

import { createSubscriber } from 'svelte/reactivity'
import type { TableState } from '../state.svelte'

/** Seconds from which on time is called little. */
export const LITTLE = 20

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250)
  return () => clearInterval(timer)
})

/** What time it is here; whoever reads it is told when it goes on. */
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
  if (!view || view.phase !== 'playing' || !clock || clock.kind === 'none') return null
  if (view.seats[seat]?.away || view.seats[seat]?.late) return null
  if (view.turn?.seat === seat && view.deadline != null) {
    // A paused clock shows what will be left when it runs again.
    const standing = view.paused?.seat === seat ? view.paused.until : 0
    const moment = here.lost ? here.live.lostAt : now()
    return Math.max(0, view.deadline - Math.max(moment + here.live.ahead, standing))
  }
  return clock.kind === 'total' ? Math.max(0, view.left?.[seat] ?? 1000 * clock.seconds) : null
}

/** A time as on a clock: 4:05, 1:04:05, from a day on in days and hours. */
export function spoken(milliseconds: number): string {
  const all = Math.ceil(milliseconds / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  if (hours >= 24) return `${Math.floor(hours / 24)}:${two(hours % 24)}:${two(minutes)}:${two(seconds)}`
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
