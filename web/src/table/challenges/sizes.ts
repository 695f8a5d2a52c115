/** How large the score boards can be drawn beside what is played. */

import type { Kind } from '../../lib/screen.svelte'

export type Size = 'large' | 'phone' | 'small'
export interface Sizes {
  mine: Size
  others: Size | 'line'
  note: boolean // whether there is room for the line that says why a peg stops
}

const NOTE = 30
const GAP = 12
/** What the moves need between two large boards. */
const LOG = 132
const HEIGHT: Record<Size | 'line', number> = { large: 309, phone: 234, small: 176, line: 46 }

/** In the order in which they are tried. */
const WAYS: readonly Sizes[] = [
  { mine: 'large', others: 'large', note: true },
  { mine: 'large', others: 'phone', note: true },
  { mine: 'large', others: 'small', note: true },
  { mine: 'phone', others: 'small', note: true },
  { mine: 'phone', others: 'small', note: false },
  { mine: 'large', others: 'line', note: true },
  { mine: 'phone', others: 'line', note: true },
  { mine: 'phone', others: 'line', note: false },
  { mine: 'small', others: 'line', note: false },
]

export function sizesFor(kind: Kind, height: number, others: number): Sizes {
  const last = WAYS[WAYS.length - 1] as Sizes
  if (kind === 'phone') {
    if (height < 700) return last
    // Three lines above leave less for what is played.
    return { mine: others > 2 ? 'small' : 'phone', others: 'line', note: height >= 780 && others < 2 }
  }
  if (kind === 'tablet') {
    if (height < 900) return { mine: 'phone', others: others === 1 ? 'phone' : 'line', note: true }
    return { mine: 'large', others: others === 1 ? 'large' : others === 2 ? 'small' : 'line', note: true }
  }
  const room = height - 64 - 24 - (others === 1 ? LOG + GAP : 0)
  const needs = (way: Sizes): number =>
    HEIGHT[way.mine] + (way.note ? NOTE : 0) + others * (HEIGHT[way.others] + GAP)
  return WAYS.find((way) => needs(way) <= room) ?? last
}
