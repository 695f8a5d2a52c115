/** Who is drawn where: one's own place is below, the others follow clockwise. */

import type { View } from '../../net/wire'

/** The seat that is drawn below: one's own, or on a shared screen the one that acts. */
export function seatBelow(view: View): number {
  if (view.looks !== null) return view.looks
  const yours = view.yours ?? []
  const turn = view.turn?.seat
  if (turn !== undefined && yours.includes(turn)) return turn
  return yours[0] ?? 0
}

/** The other seats, beginning with the one that follows. */
export function around(seat: number, players: number): number[] {
  return Array.from({ length: players - 1 }, (_, k) => (seat + 1 + k) % players)
}
