/** Where small numbered marks go on a board, so that none hides another. */

import type { Point } from '../lib/geometry'

/**
 * A place for each mark: the first of its own that is at least `apart` from the marks before it, or else the one that is
 * farthest from them.
 */
export function spread(wanted: readonly (readonly Point[])[], apart: number): Point[] {
  const found: Point[] = []
  for (const places of wanted) {
    const room = (place: Point): number => Math.min(...found.map(({ x, y }) => Math.hypot(x - place.x, y - place.y)))
    const farthest = places.reduce((best, place) => (room(place) > room(best) ? place : best), places[0] as Point)
    found.push(places.find((place) => room(place) >= apart) ?? farthest)
  }
  return found
}
