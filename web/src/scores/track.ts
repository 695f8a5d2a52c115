/** Where the holes of a score board lie. */

export interface Track {
  x: number[] // of each column, from 0 on
  areas: { x: number; width: number; first: number }[] // boxes around them, if the board has areas
  laps: boolean // the track is gone round twice
}

const GAP = 8

/** The columns of a track of this width; the last hole is larger, and areas have gaps between them. */
export function track(width: number, goal: number, areas: readonly (readonly [number, number])[] = [], inset = 11, rounds = 1): Track {
  const last = goal / rounds
  const laps = rounds > 1
  if (areas.length > 1) return { ...divided(width, areas), laps }
  const step = (width - 2 * inset) / Math.max(1, last)
  return { x: Array.from({ length: last + 1 }, (_, column) => inset + column * step), areas: [], laps }
}

/** Every column is as wide as every other, so an area is as wide as it has columns. */
function divided(width: number, areas: readonly (readonly [number, number])[]): Pick<Track, 'x' | 'areas'> {
  const columns = areas.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const step = (width - (areas.length - 1) * GAP) / columns
  const x: number[] = []
  const boxes: Track['areas'] = []
  let at = 0
  for (const [first, last] of areas) {
    boxes.push({ x: at, width: (last - first + 1) * step, first })
    for (let column = first; column <= last; column += 1, at += step) x[column] = at + step / 2
    at += GAP
  }
  return { x, areas: boxes }
}

/** Where a peg stands, and whether it has gone round once. */
export function standing(value: number, found: Track): { x: number; second: boolean } {
  const last = found.x.length - 1
  const second = found.laps && value > last
  const column = Math.max(0, Math.min(last, second ? value - last : value))
  return { x: found.x[column] ?? 0, second }
}
