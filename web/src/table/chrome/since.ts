/** What the others did since the viewer's last turn. */

import type { Order } from '../../pieces/OrderMark.svelte'
import { COLOURS } from '../../pieces/colours'
import type { Move } from '../../moves/moves'

export interface Since extends Order {
  move: Move
}

/** The counted moves after the last one of a seat, the first one first; a bonus turn is one more. */
export function movesSince(moves: readonly Move[], seat: number | null): Since[] {
  const counted = moves.filter(({ number }) => number !== null)
  const own = counted.findLastIndex((move) => move.seat === seat)
  const after = counted.slice(own + 1)
  return after.map((move, k) => ({ move, n: k + 1, newest: k === after.length - 1 }))
}

/** Those of some seats. */
export const ofSeats = (all: readonly Since[], seats: readonly number[]): Since[] => all.filter(({ move }) => seats.includes(move.seat))

/** What some moves gained in each colour; null if they gained nothing, or it is not known. */
export function gained(some: readonly Since[]): number[] | null {
  const sums = COLOURS.map(() => 0)
  for (const { move } of some) for (const { symbol, points } of move.gains ?? []) sums[COLOURS.indexOf(symbol)]! += points
  return sums.some(Boolean) ? sums : null
}
