/** The six symbols in their order. */

import type { Colour } from '../net/wire'

export const COLOURS: readonly Colour[] = ['R', 'O', 'Y', 'G', 'B', 'P']

/** The two halves of a tile or card. */
export const halves = (pair: string): [Colour, Colour] => [pair[0] as Colour, pair[1] as Colour]
