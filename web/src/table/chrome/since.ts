/** What the others did since the viewer's last turn. */

import type { Order } from '../../pieces/OrderMark.svelte'
import { COLOURS } from '../../pieces/colours'
import type { Move } from '../../moves/moves'
import type { Stories } from '../../moves/stories'
import { all, type Gain } from '../../text/story'

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
export const ofSeats = (since: readonly Since[], seats: readonly number[]): Since[] => since.filter(({ move }) => seats.includes(move.seat))

/** How far the pegs moved; of a move whose story is not known, what it gained before any limit. */
function movedBy({ move }: Since, stories: Stories): readonly Gain[] {
  const story = stories.get(move.at)
  if (!story) return move.gains ?? []
  return all(story, 'PegMoved').map(({ symbol, start, end }) => ({ symbol, points: end - start }))
}

/** What some moves gained in each colour; null if they gained nothing, or it is not known. Lost points are left out. */
export function gained(some: readonly Since[], stories: Stories): number[] | null {
  const sums = COLOURS.map(() => 0)
  for (const one of some) for (const { symbol, points } of movedBy(one, stories)) sums[COLOURS.indexOf(symbol)]! += points
  return sums.some(Boolean) ? sums : null
}
