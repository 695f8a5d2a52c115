/** Small numbered marks on a board, placed so that none hides another. */

import { centre, keyOf, type Laid, type Point } from '../pieces/geometry'

export interface Mark extends Point {
  n: number // what it is the mark of
  label: string
}

/** How large a mark is drawn. */
export const markSize = (s: number): number => Math.max(9, 0.34 * s)

/**
 * A place for each: the first of its own that is at least `apart` from all that are taken, or else the one that is
 * farthest from them.
 */
export function spread(wanted: readonly (readonly Point[])[], apart: number, taken: readonly Point[] = []): Point[] {
  const all = [...taken]
  for (const places of wanted) {
    const room = (place: Point): number => Math.min(...all.map(({ x, y }) => Math.hypot(x - place.x, y - place.y)))
    const farthest = places.reduce((best, place) => (room(place) > room(best) ? place : best), places[0] as Point)
    all.push(places.find((place) => room(place) >= apart) ?? farthest)
  }
  return all.slice(taken.length)
}

/** The possible placements that cover neither the held tile nor each other. */
export function ghostsFor(tiles: readonly (Laid | null)[], held: Laid | null, chosen: number): Laid[] {
  const taken = new Set((held?.at ?? []).map(keyOf))
  return tiles.flatMap((tile, n) => {
    if (!tile || n === chosen || tile.at.some((space) => taken.has(keyOf(space)))) return []
    for (const space of tile.at) taken.add(keyOf(space))
    return [tile]
  })
}

/**
 * Marks for tiles that could be laid, each on its own tile; the symbols of a tile that is held stay free, and so do the
 * numbers at the ends of its rays.
 */
export function marksFor(
  tiles: readonly (Laid | null)[],
  held: Laid | null,
  chosen: number,
  s: number,
  numbers: readonly Point[] = [],
): Mark[] {
  const halves = ({ at }: Laid): Point[] => at.map((space) => centre(space, s))
  const wanted = tiles.flatMap((tile, n) => (tile && n !== chosen ? [{ n, tile }] : []))
  const places = wanted.map(({ tile }) => {
    const [a, b] = halves(tile) as [Point, Point]
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    // Several may be for the same two spaces: then there is room above and below the waist.
    const across = { x: (a.y - b.y) / 2, y: (b.x - a.x) / 2 }
    const beside = [1, -1].map((side) => ({ x: middle.x + side * across.x, y: middle.y + side * across.y }))
    return [middle, a, b, ...beside]
  })
  const found = spread(places, 2 * markSize(s) + 3, [...(held ? halves(held) : []), ...numbers])
  return wanted.map(({ n }, k) => ({ n, label: String(n + 1), ...(found[k] as Point) }))
}
