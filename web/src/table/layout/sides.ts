/** The sides of a table in the order in which their score boards are drawn: the viewer's own last. */

import { COLOURS } from '../../pieces/colours'
import { list } from '../../i18n/catalogue.svelte'
import type { Colour, StoryEvent, View } from '../../net/wire'

export interface Side {
  seats: number[]
  name: string
  pegs: readonly number[]
  before: number[] | null // where the pegs stood before the move that is being shown
  turn: boolean
  ringed: Colour[] // pegs on a hole that calls Ingenious!
  called: Colour[] // those that reached it with the move that is being shown
}

/** The seat from which the table is seen, on a shared screen the one that acts; null for a spectator. */
export function ownSeat(view: View): number | null {
  const yours = view.yours ?? []
  const turn = view.turn?.seat
  return view.looks ?? (turn !== undefined && yours.includes(turn) ? turn : (yours[0] ?? null))
}

/** The seat that is drawn below. */
export const seatBelow = (view: View): number => ownSeat(view) ?? 0

/** The other seats in turn order. */
export const around = (seat: number, players: number): number[] => Array.from({ length: players - 1 }, (_, k) => (seat + 1 + k) % players)

/**
 * Whether the first of two sides that share this screen acts. Their boards then swap places, so that each side's board
 * stays where it is from turn to turn.
 */
export function actsFirst(view: View, seat: number | null): boolean {
  const { sides } = view.shared.rules
  const yours = view.yours ?? []
  if (sides.length !== 2 || !sides.every((side) => side.some((one) => yours.includes(one)))) return false
  return seat !== null && Boolean(sides[0]?.includes(seat))
}

/** Where the pegs of some seats stood before a story; null if none of them moved. */
export function beforeStory(
  story: readonly StoryEvent[],
  seats: readonly number[],
  pegs: readonly number[],
  mirrored = false,
): number[] | null {
  const found = [...pegs]
  let any = false
  // The first move of a peg tells where it stood.
  for (const [kind, event] of story.toReversed()) {
    if (kind !== 'PegMoved') continue
    const own = seats.includes(event.seat)
    if (!own && !mirrored) continue
    found[COLOURS.indexOf(event.symbol)] = own ? event.start : -event.start
    any = true
  }
  return any ? found : null
}

/** The pegs of all seats, with those of the viewer's side moved. */
export function movedPegs(view: View, pegs: readonly (readonly number[])[], next: readonly number[]): (readonly number[])[] {
  const own = ownSeat(view)
  const side = view.shared.rules.sides.find((seats) => own !== null && seats.includes(own)) ?? []
  return pegs.map((before, seat) => (side.includes(seat) ? next : before))
}

/** The sides, the viewer's own last, the others in turn order. */
export function sidesOf(
  view: View,
  allPegs: readonly (readonly number[])[],
  story: readonly StoryEvent[],
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
      called: story.flatMap(([kind, event]) => (kind === 'CalledIngenious' && seats.includes(event.seat) ? [event.symbol] : [])),
    }
  })
}
