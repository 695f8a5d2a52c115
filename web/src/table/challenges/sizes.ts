/** How large the score boards can be drawn beside what is played. */

import type { Kind } from '../../lib/screen.svelte'
import { lineOnPhone, linesHeight, ownOnPhone } from '../board/layout'

export type Size = 'large' | 'phone' | 'small'
export interface Sizes {
  mine: Size | 'line'
  others: Size | 'line'
  row: number // the height of a row on one's own board; 0 for what is usual
  note: boolean // whether there is room for the line that says why a peg stops
  theirs: boolean // and for the same below the board of somebody else
  line: number // the height of a line
}

const NOTE = 30
/** The height of a line in which nothing is cut. */
const TALL = 60
const GAP = 12
/** What the moves need between two large boards. */
const LOG = 132
const HEIGHT: Record<Size, number> = { large: 309, phone: 234, small: 176 }

const way = (mine: Sizes['mine'], others: Size | 'line', note: boolean, row = 0): Sizes => ({
  mine,
  others,
  note,
  theirs: false,
  row,
  line: 38,
})

/** In the order in which they are tried. */
const WAYS: readonly Sizes[] = [
  way('large', 'large', true),
  way('large', 'phone', true),
  way('large', 'small', true),
  way('phone', 'small', true),
  way('phone', 'small', true, 24),
  way('large', 'line', true),
  way('phone', 'line', true),
  way('phone', 'line', false),
]
const LAST = way('small', 'line', false)

function needs({ mine, others, row, note }: Sizes, count: number): number {
  const own = (mine === 'line' ? 38 : HEIGHT[mine]) + (note ? NOTE : 0) - (row ? 6 * (28 - row) : 0)
  return own + (others === 'line' ? 38 * count + 10 + GAP : count * (HEIGHT[others] + GAP))
}

/** On a low screen: the header, the bar, and the gaps of the column in which the score boards are. */
const COLUMN = 206
const SMALLEST = 23 // of rows that do not touch

/** In a column beside the mat: one's own board if there is room for it below the lines of the others. */
function inColumn(height: number, others: number, timed: boolean): Sizes {
  const line = others < 2 ? 38 : height < 350 ? 21 : height < 380 ? 26 : 29
  const left = height - COLUMN - linesHeight(others, line, timed)
  const row = Math.min(28, 28 - Math.ceil((HEIGHT.phone - left) / 6))
  return { ...(row < SMALLEST ? way('line', 'line', false) : way('phone', 'line', false, row)), line }
}

/** For so many others; `areas` if there is something to say about a peg that stops; `low`: beside the mat; `timed`: with clocks; `over`: the result is told. */
export function sizesFor(kind: Kind, height: number, others: number, areas: boolean, low = false, timed = false, over = false): Sizes {
  if (low) return inColumn(height, others, timed)
  if (kind === 'phone') {
    const little = ownOnPhone(height, over && others > 1) === 'line'
    // Cards and dice need more of the room than tiles do.
    const row = !little && (others > 2 || height < (areas ? 860 : 780)) ? 24 : 0
    const note = areas && height >= (others < 3 ? 780 : 820)
    return { ...way(little ? 'line' : 'phone', 'line', note, row), line: lineOnPhone(height, others) }
  }
  if (kind === 'tablet') {
    if (height < 900) return way('phone', others === 1 ? 'phone' : 'line', areas)
    // As high as one's own board beside them.
    const line = Math.floor((HEIGHT.large + (areas && !over ? NOTE : 0) - 10) / others)
    const size = others === 1 ? 'large' : others === 2 ? 'small' : 'line'
    return { ...way('large', size, areas), theirs: areas && others === 1, line }
  }
  const room = height - 64 - 24 - (others === 1 ? LOG + GAP : 0)
  const found = WAYS.find((one) => needs({ ...one, note: one.note && areas }, others) <= room) ?? LAST
  const sized = { ...found, note: found.note && areas }
  if (sized.others !== 'line') return sized
  // As high as there is room for: names then stand above their numbers.
  const line = Math.floor((room - needs(sized, 0)) / others)
  return { ...sized, line: Math.max(sized.line, Math.min(TALL, line)) }
}

/** What the frame of a table has beside the bar: margins, and where score boards stand there, their column and its gap. */
const BESIDE: Record<Kind, number> = { wide: 2 * 24 + 432 + 24, narrow: 2 * 16 + 320 + 16, tablet: 2 * 16, phone: 0 }
/** In the bar: its padding and gaps, what is to be done in words, and two buttons. */
const WORDS_AND_BUTTONS = 536
/** A symbol of a free score with its number, and the question mark behind them all. */
const SYMBOL = 51
const ASK = 60

/** Whether the symbols of a free score leave no room in the bar for the words that say what is to be done. */
export function freeAlone(kind: Kind, width: number, symbols: number): boolean {
  return width - BESIDE[kind] - WORDS_AND_BUTTONS < SYMBOL * symbols + ASK
}
