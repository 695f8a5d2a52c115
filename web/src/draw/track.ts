/** Where the holes of a score board lie. */

export interface Track {
  x: number[] // of each column, from 0 on
  areas: { x: number; width: number; first: number }[] // boxes around them, if the board has areas
  laps: boolean // the track is gone round twice
}

const GAP = 10

/** The columns of a track of this width; the last hole is larger, and areas have gaps between them. */
export function track(width: number, goal: number, areas: readonly (readonly [number, number])[] = [], inset = 11): Track {
  const laps = goal > 18
  const last = laps ? goal / 2 : goal
  const bounds = areas.length > 1 ? areas : [[0, last] as const]
  const groups = bounds.map(([from, to]) => Array.from({ length: to - from + 1 }, (_, k) => from + k))
  const room = width - 2 * inset
  // Within an area the columns are one step apart; between two areas half a step more and a gap.
  const steps = groups.reduce((sum, group) => sum + group.length, 0) - 1
  const step = (room - (groups.length - 1) * GAP) / Math.max(1, steps)
  const x: number[] = []
  const boxes: Track['areas'] = []
  let at = inset
  groups.forEach((group, g) => {
    if (g > 0) at += GAP
    const start = at
    group.forEach((column, k) => {
      x[column] = at
      if (k < group.length - 1) at += step
    })
    boxes.push({ x: start - inset + 2, width: at - start + 2 * (inset - 2), first: group[0] ?? 0 })
    at += step
  })
  return { x, areas: areas.length > 1 ? boxes : [], laps }
}

/** Where a peg stands, and whether it has gone round once. */
export function standing(value: number, found: Track): { x: number; second: boolean } {
  const last = found.x.length - 1
  const second = found.laps && value > last
  const column = Math.max(0, Math.min(last, second ? value - last : value))
  return { x: found.x[column] ?? 0, second }
}
