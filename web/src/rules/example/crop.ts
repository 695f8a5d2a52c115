/** The part of a board on which something happens. */

import { boardSize, centre, ROOT3, type Space } from '../../pieces/geometry'

export interface Crop {
  x: number // of the left edge; the middle of the board is 0, a space is from corner to middle 1
  y: number
  width: number
  height: number
}

const BESIDE = 1.3 * ROOT3 // room for the numbers at the ends of rays
const ABOVE = 2.2
const LEAST = { width: 7.4 * ROOT3, height: 9.6 }

/** Around these spaces, not too small, and no more than the board unless they lie beyond it. */
export function cropOf(spaces: readonly Space[], radius: number): Crop {
  const board = boardSize(radius, 1)
  const points = spaces.map((space) => centre(space, 1))
  const across = span(
    points.map(({ x }) => x),
    BESIDE,
    LEAST.width,
    board.width / 2,
  )
  const down = span(
    points.map(({ y }) => y),
    ABOVE,
    LEAST.height,
    board.height / 2,
  )
  return { x: across.from, y: down.from, width: across.size, height: down.size }
}

function span(values: readonly number[], margin: number, least: number, edge: number): { from: number; size: number } {
  if (values.length === 0) return { from: -edge, size: 2 * edge }
  // Half a space outside of the board is still to be seen, if something lies there.
  const low = Math.min(-edge, Math.min(...values) - 1)
  const high = Math.max(edge, Math.max(...values) + 1)
  const from = Math.max(low, Math.min(...values) - margin)
  const to = Math.min(high, Math.max(...values) + margin)
  const size = Math.min(high - low, Math.max(to - from, least))
  const start = Math.min(Math.max(low, (from + to - size) / 2), high - size)
  return { from: start, size }
}
