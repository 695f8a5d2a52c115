/** Moves the keyboard cursor on a board of hexagons. */

import { centre, type Space } from '../../pieces/geometry'

const nearest = (spaces: readonly Space[], x: number): Space | null =>
  spaces.reduce<Space | null>(
    (best, space) => (best === null || Math.abs(centre(space).x - x) < Math.abs(centre(best).x - x) ? space : best),
    null,
  )

/**
 * The space to which a key leads: along the row, or to the row above or below. Going up and down keeps
 * to `column`, the place within the row where one came from, so that one can come back the same way.
 */
export function step(spaces: readonly Space[], from: Space, key: string, column: number): Space | null {
  const row = (r: number): Space[] => spaces.filter((space) => space[1] === r)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const q = from[0] + (key === 'ArrowLeft' ? -1 : 1)
      return row(from[1]).find((space) => space[0] === q) ?? null
    }
    case 'ArrowUp':
      return nearest(row(from[1] - 1), column)
    case 'ArrowDown':
      return nearest(row(from[1] + 1), column)
    case 'Home':
      return row(from[1])[0] ?? null
    case 'End':
      return row(from[1]).at(-1) ?? null
    default:
      return null
  }
}
