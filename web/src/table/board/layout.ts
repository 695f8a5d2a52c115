/** How large the score boards are drawn, so that everything has its room and nothing has to scroll. */

import { type Kind, SHORT_PHONE, SHORTEST_PHONE } from '../../lib/screen.svelte'

export interface Sizes {
  others: 'large' | 'small' | 'line'
  mine: 'large' | 'phone' | 'line'
  othersRow: number
  mineRow: number
  line: number // the height of a line
}

const GAP = 12
const LARGEST = 38
/** Below this a large board is hard to read from an arm's length; opponents then become lines. */
const LEAST = 27
/** The height of a board without its rows and its scale. */
const AROUND = { large: 55, small: 43 }
const SMALL_ROW = 21.5
const LINE = 60

const within = (value: number): number => Math.max(20, Math.min(LARGEST, Math.floor(2 * value) / 2))

/** The height of all that is in the column of a low screen beside the score boards: the header, the bar and the gaps. */
const COLUMN = 206
/** The height of a phone's board without its rows and its scale. */
const PHONE = 42
const SMALLEST = 23 // the lowest row in which the symbols do not touch those of the next

/** How high the lines of the others are together. With clocks a line has two rows, and several stand side by side. */
export function linesHeight(others: number, line: number, timed: boolean): number {
  if (!others) return 0
  if (timed) return others > 1 ? 90 : 58
  return Math.max(48, others * line + 10)
}

/** The sizes in a column beside the board. One's own board is a line if it has no room below those of the others. */
function inColumn(height: number, others: number, foot: number, timed: boolean): Sizes {
  const line = others < 2 ? 38 : height < 350 ? 21 : height < 380 ? 26 : 29
  const row = Math.floor((height - COLUMN - linesHeight(others, line, timed) - PHONE - foot) / 6)
  return { others: 'line', mine: row < SMALLEST ? 'line' : 'phone', othersRow: 0, mineRow: Math.min(28, row), line }
}

/** Below this height a phone that shows a long result has no room for one's own board: more than two names are in it. */
const LONG_RESULT = 900

/** The form of one's own score board on a phone: a line where the board has no room. */
export const ownOnPhone = (height: number, isLongResult: boolean): 'phone' | 'line' =>
  height < (isLongResult ? LONG_RESULT : SHORT_PHONE) ? 'line' : 'phone'

/** The height of a line on a phone. Several lines are lower, so that what is played on keeps its room. */
export const lineOnPhone = (height: number, others: number): number => (others < 2 ? 38 : height < SHORTEST_PHONE ? 25 : 29)

/**
 * The sizes of `count` score boards, one of which is one's own.
 *
 * - `laps`: pegs go round their tracks twice.
 * - `low`: the score boards stand in a column beside what is played on.
 * - `timed`: there are clocks.
 * - `isLongResult`: the game is over, and its result has more than two names.
 */
export function sizesFor(
  kind: Kind,
  height: number,
  count: number,
  laps: boolean,
  low = false,
  timed = false,
  isLongResult = false,
): Sizes {
  const foot = laps ? 40 : 24
  const large = AROUND.large + foot
  const others = count - 1
  if (low) return inColumn(height, others, foot, timed)
  if (kind === 'phone') {
    const mine = ownOnPhone(height, isLongResult)
    return { others: 'line', mine, othersRow: 0, mineRow: others > 2 || height < 780 ? 24 : 28, line: lineOnPhone(height, others) }
  }
  if (kind === 'tablet') {
    const row = within((Math.min(296, 0.25 * height) - large) / 6)
    const form = others > 1 ? 'line' : 'large'
    const mine = height < 760 ? 'line' : 'large'
    // The lines of the others are together as high as one's own board beside them.
    const line = mine === 'line' ? LINE : (large + 6 * row - 10) / Math.max(1, others)
    return { others: form, mine, othersRow: row, mineRow: row, line }
  }
  const room = height - 64 - (kind === 'wide' ? 24 : 16)
  if (others <= 1) {
    const row = within(((room - others * GAP) / count - large) / 6)
    return { others: 'large', mine: 'large', othersRow: row, mineRow: row, line: LINE }
  }
  const small = others * (AROUND.small + 6 * SMALL_ROW + GAP)
  const left = (room - small - large) / 6
  if (left >= LEAST) return { others: 'small', mine: 'large', othersRow: SMALL_ROW, mineRow: within(left), line: LINE }
  const row = within((room - others * LINE - GAP - 10 - large) / 6)
  const line = Math.min(LINE, (room - GAP - 10 - large - 6 * row) / others)
  return { others: 'line', mine: 'large', othersRow: 0, mineRow: row, line }
}
