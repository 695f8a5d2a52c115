/** The six symbols in their order, and pieces that show two of them. */

import type { Colour } from '../net/wire'

export const COLOURS: readonly Colour[] = ['R', 'O', 'Y', 'G', 'B', 'P']

/** The two halves of a tile or card. */
export const halves = (pair: string): [Colour, Colour] => [pair[0] as Colour, pair[1] as Colour]

/** Whether two tiles or cards are the same, whichever half is named first. */
export const alike = (a: string, b: string): boolean => a === b || (a[0] === b[1] && a[1] === b[0])

/** Which of the pieces that are held are meant, each at most once. */
export function marked(held: readonly (string | null)[], meant: readonly string[]): boolean[] {
  const left = [...meant]
  return held.map((piece) => {
    const at = piece === null ? -1 : left.findIndex((other) => alike(piece, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
