/** The places of the tiles on a rack: a tile keeps its place until it leaves the rack. */

import { marked } from '../../pieces/colours'

export type Places = readonly (string | null)[]

/**
 * The new places of a rack: tiles that left leave theirs empty, new ones take the first empty places. Of equal tiles, the
 * one at `used` leaves first.
 */
export function arrange(before: Places, rack: readonly string[], size = 6, used: number | null = null): Places {
  const left = [...rack]
  const places = Array.from({ length: Math.max(size, rack.length) }, (): string | null => null)
  const order = [...places.keys()].sort((a, b) => Number(a === used) - Number(b === used))
  for (const k of order) {
    const tile = before[k] ?? null
    const found = tile === null ? -1 : left.indexOf(tile)
    if (found < 0) continue
    left.splice(found, 1)
    places[k] = tile
  }
  for (const tile of left) places[places.indexOf(null)] = tile
  return places
}

/** The places on which some tiles lie; of equal ones as many as are named. */
export const lying = (places: Places, tiles: readonly string[]): ReadonlySet<number> =>
  new Set(marked(places, tiles).flatMap((isMeant, place) => (isMeant ? [place] : [])))
