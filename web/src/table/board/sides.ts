/** Whose score boards there are, in the order in which they are shown. */

import { COLOURS } from '../../lib/colours'
import { list } from '../../lib/words.svelte'
import type { Colour, Told, View } from '../../net/wire'

export interface Side {
  seats: number[]
  name: string
  pegs: readonly number[]
  before: number[] | null // where the pegs stood before the move that is being shown
  turn: boolean
  ringed: Colour[] // pegs on a hole where one calls Ingenious!
  called: Colour[] // those that came there by the move that is being shown
}

/** The seat from which the table is seen; null for somebody who only watches. */
export function ownSeat(view: View): number | null {
  const yours = view.yours ?? []
  const turn = view.turn?.seat
  return view.looks ?? (turn !== undefined && yours.includes(turn) ? turn : (yours[0] ?? null))
}

/**
 * Whether the first of two sides that share this screen is the one that acts. Their two boards then change places, so
 * that each side's board stays where it is from turn to turn.
 */
export function actsFirst(view: View, seat: number | null): boolean {
  const { sides } = view.shared.rules
  const yours = view.yours ?? []
  if (sides.length !== 2 || !sides.every((side) => side.some((one) => yours.includes(one)))) return false
  return seat !== null && Boolean(sides[0]?.includes(seat))
}

/** Where the pegs of some seats stood before a story, as those seats see them. */
export function beforeStory(story: readonly Told[], seats: readonly number[], pegs: readonly number[], mirrored = false): number[] | null {
  const found = [...pegs]
  let any = false
  // The first move of a peg tells where it stood.
  for (const [kind, told] of story.toReversed()) {
    if (kind !== 'PegMoved') continue
    const own = seats.includes(told.seat)
    if (!own && !mirrored) continue
    found[COLOURS.indexOf(told.symbol)] = own ? told.start : -told.start
    any = true
  }
  return any ? found : null
}

/** The pegs of all seats when those of one's own side have gone where they were said to go. */
export function movedPegs(
  view: View,
  pegs: readonly (readonly number[])[],
  next: readonly number[],
): (readonly number[])[] {
  const own = ownSeat(view)
  const side = view.shared.rules.sides.find((seats) => own !== null && seats.includes(own)) ?? []
  return pegs.map((before, seat) => (side.includes(seat) ? next : before))
}

/** The sides, one's own last, the others in the order in which they move after it. */
export function sidesOf(
  view: View,
  allPegs: readonly (readonly number[])[],
  story: readonly Told[],
  name: (seat: number) => string,
): Side[] {
  const own = ownSeat(view)
  const { sides, bonus } = view.shared.rules
  const count = view.shared.seats.length
  const from = own ?? count - 1
  const away = (seats: readonly number[]): number => Math.min(...seats.map((seat) => (seat - from + count) % count || count))
  const order = sides
    .map((seats) => ({ seats: [...seats], mine: seats.includes(from) }))
    .sort((a, b) => Number(a.mine) - Number(b.mine) || away(a.seats) - away(b.seats))
  return order.map(({ seats, mine }) => {
    const named = mine && own !== null ? [own, ...seats.filter((seat) => seat !== own)] : seats
    const pegs = allPegs[seats[0] ?? 0] ?? []
    return {
      seats,
      name: list(named.map(name)),
      pegs,
      before: beforeStory(story, seats, pegs),
      turn: view.turn != null && seats.includes(view.turn.seat),
      ringed: COLOURS.filter((_, k) => bonus.includes(pegs[k] ?? 0)),
      called: story.flatMap(([kind, told]) => (kind === 'CalledIngenious' && seats.includes(told.seat) ? [told.symbol] : [])),
    }
  })
}
