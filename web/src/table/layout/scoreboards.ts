/** How large the score boards of a table are drawn, so that everything fits and nothing has to scroll. */

import { HEIGHTS } from '../../ui/breakpoints'
import type { Kind } from '../../ui/screen.svelte'

/** `row` and `line` are heights: of a row of a score board, and of a score board that is drawn as a line. */
export interface BoardSizes {
  others: 'large' | 'small' | 'line'
  mine: 'large' | 'phone' | 'line'
  othersRow: number
  mineRow: number
  line: number
}

export type Size = 'large' | 'phone' | 'small'
export interface ChallengeSizes {
  mine: Size | 'line'
  others: Size | 'line'
  row: number // on the own board; 0 for the usual height
  note: boolean // whether the own board has room for a note on why a peg stops
  theirs: boolean // and the boards of the others
  line: number
}

const GAP = 12
const HEADER = 64
/** A line with its name above its numbers. */
const TALL_LINE = 60
const SHORT_LINE = 38
/** The margins of several lines together. */
const LINES = 10

/** Rows of a phone's board, and the lowest row in which the symbols do not touch those of the next. */
const PHONE_ROW = 28
const MIN_ROW = 23
/** What a low screen has above and below the score boards in its column: the header, the bar and the gaps. */
const COLUMN = 206
/** The height of a phone's board without its rows and its scale. */
const PHONE = 42
/** The height of the scale below the rows; with two laps it has two lines. */
const SCALE = 24
const TWO_SCALES = 40

/** The height of the other players' lines together. With clocks a line has two rows, and several stand side by side. */
function linesHeight(others: number, line: number, timed: boolean): number {
  if (!others) return 0
  if (timed) return others > 1 ? 90 : 58
  return Math.max(48, others * line + LINES)
}

/** On a low screen the score boards are in a column beside the stage. The own board is a line if there is no room for it. */
function inColumn(height: number, others: number, scale: number, timed: boolean): { mine: 'phone' | 'line'; row: number; line: number } {
  const line = others < 2 ? SHORT_LINE : height < HEIGHTS.flat ? 21 : height < 380 ? 26 : 29
  const row = Math.floor((height - COLUMN - linesHeight(others, line, timed) - PHONE - scale) / 6)
  return { mine: row < MIN_ROW ? 'line' : 'phone', row: Math.min(PHONE_ROW, row), line }
}

/** Below this height a phone that shows a result with more than two names has no room for the own board. */
const LONG_RESULT = 900

/** On a phone the own board is a line if there is no room for it, and several lines are lower. */
function onPhone(height: number, others: number, isLongResult: boolean): { mine: 'phone' | 'line'; line: number } {
  return {
    mine: height < (isLongResult ? LONG_RESULT : HEIGHTS.short) ? 'line' : 'phone',
    line: others < 2 ? SHORT_LINE : height < HEIGHTS.shortest ? 25 : 29,
  }
}

const MAX_ROW = 38
/** With lower rows a large board is hard to read from an arm's length; the others then become lines. */
const READABLE_ROW = 27
const SMALL_ROW = 21.5
/** The height of a board without its rows and its scale. */
const LARGE = 55
const SMALL = 43

const rowWithin = (height: number): number => Math.max(20, Math.min(MAX_ROW, Math.floor(height / 3) / 2))

/**
 * The sizes of `count` score boards of a board game, one of which is the player's own.
 *
 * - `laps`: pegs go round their tracks twice.
 * - `low`: the score boards stand in a column beside the stage.
 * - `timed`: there are clocks.
 * - `isLongResult`: the game is over, and its result has more than two names.
 */
export function boardSizes(
  kind: Kind,
  height: number,
  count: number,
  laps: boolean,
  low = false,
  timed = false,
  isLongResult = false,
): BoardSizes {
  const scale = laps ? TWO_SCALES : SCALE
  const large = LARGE + scale
  const others = count - 1
  if (low) {
    const { mine, row, line } = inColumn(height, others, scale, timed)
    return { others: 'line', mine, othersRow: 0, mineRow: row, line }
  }
  if (kind === 'phone') {
    const mineRow = others > 2 || height < 780 ? 24 : PHONE_ROW
    return { others: 'line', othersRow: 0, mineRow, ...onPhone(height, others, isLongResult) }
  }
  if (kind === 'tablet') {
    const row = rowWithin(Math.min(296, 0.25 * height) - large)
    const mine = height < 760 ? 'line' : 'large'
    // The lines of the others are together as high as the own board beside them.
    const line = mine === 'line' ? TALL_LINE : (large + 6 * row - LINES) / Math.max(1, others)
    return { others: others > 1 ? 'line' : 'large', mine, othersRow: row, mineRow: row, line }
  }
  const room = height - HEADER - (kind === 'wide' ? 24 : 16)
  if (others <= 1) {
    const row = rowWithin((room - others * GAP) / count - large)
    return { others: 'large', mine: 'large', othersRow: row, mineRow: row, line: TALL_LINE }
  }
  const left = room - others * (SMALL + 6 * SMALL_ROW + GAP) - large
  if (left / 6 >= READABLE_ROW) {
    return { others: 'small', mine: 'large', othersRow: SMALL_ROW, mineRow: rowWithin(left), line: TALL_LINE }
  }
  const row = rowWithin(room - others * TALL_LINE - GAP - LINES - large)
  const line = Math.min(TALL_LINE, (room - GAP - LINES - large - 6 * row) / others)
  return { others: 'line', mine: 'large', othersRow: 0, mineRow: row, line }
}

/** What the coach needs between two score boards, and how much more that is than a list of moves. */
export const COACH = 268
export const COACH_BESIDE_MOVES = 136
/** What the coach takes on a phone from the own score board, so that the stage stays large. */
const COACH_ON_PHONE = 70

/** The height that the coach takes from the score boards; `between` if two of them are above each other. */
export function coachHeight(kind: Kind, low: boolean, between: number): number {
  if (low || kind === 'tablet') return 0
  return kind === 'phone' ? COACH_ON_PHONE : between
}

const NOTE = 30
/** What the list of moves needs between two large boards. */
const MOVES = 132
const HEIGHT: Record<Size, number> = { large: 309, phone: 234, small: 176 }

const sizes = (mine: ChallengeSizes['mine'], others: ChallengeSizes['others'], note: boolean, row = 0): ChallengeSizes => ({
  mine,
  others,
  note,
  row,
  theirs: false,
  line: SHORT_LINE,
})

/** From the largest to the smallest. */
const ATTEMPTS: readonly ChallengeSizes[] = [
  sizes('large', 'large', true),
  sizes('large', 'phone', true),
  sizes('large', 'small', true),
  sizes('phone', 'small', true),
  sizes('phone', 'small', true, 24),
  sizes('large', 'line', true),
  sizes('phone', 'line', true),
  sizes('phone', 'line', false),
]
const SMALLEST = sizes('small', 'line', false)

function heightOf({ mine, others, row, note }: ChallengeSizes, count: number): number {
  const own = (mine === 'line' ? SHORT_LINE : HEIGHT[mine]) + (note ? NOTE : 0) - (row ? 6 * (PHONE_ROW - row) : 0)
  return own + (others === 'line' ? SHORT_LINE * count + LINES + GAP : count * (HEIGHT[others] + GAP))
}

/**
 * The sizes of the score boards of a Challenge, for a number of other players.
 *
 * - `areas`: there may be a note on why a peg stops.
 * - `low`, `timed`: as for board games.
 * - `over`: the game is over, and the result is shown.
 */
export function challengeSizes(
  kind: Kind,
  height: number,
  others: number,
  areas: boolean,
  low = false,
  timed = false,
  over = false,
): ChallengeSizes {
  if (low) {
    const { mine, row, line } = inColumn(height, others, SCALE, timed)
    return { ...sizes(mine, 'line', false, mine === 'line' ? 0 : row), line }
  }
  if (kind === 'phone') {
    const { mine, line } = onPhone(height, others, over && others > 1)
    // Cards and dice need more of the room than tiles do.
    const isTight = mine === 'phone' && (others > 2 || height < (areas ? 860 : 780))
    const note = areas && height >= (others < 3 ? 780 : 820)
    return { ...sizes(mine, 'line', note, isTight ? 24 : 0), line }
  }
  if (kind === 'tablet') {
    if (height < 900) return sizes('phone', others === 1 ? 'phone' : 'line', areas)
    // As high as the own board beside them.
    const line = Math.floor((HEIGHT.large + (areas && !over ? NOTE : 0) - LINES) / others)
    const size = others === 1 ? 'large' : others === 2 ? 'small' : 'line'
    return { ...sizes('large', size, areas), theirs: areas && others === 1, line }
  }
  const room = height - HEADER - 24 - (others === 1 ? MOVES + GAP : 0)
  const found = ATTEMPTS.find((one) => heightOf({ ...one, note: one.note && areas }, others) <= room) ?? SMALLEST
  const sized = { ...found, note: found.note && areas }
  if (sized.others !== 'line') return sized
  // As high as there is room for: names then stand above their numbers.
  const line = Math.floor((room - heightOf(sized, 0)) / others)
  return { ...sized, line: Math.max(sized.line, Math.min(TALL_LINE, line)) }
}

/** From this height on there is room for a large board below the coach and the steps of a lesson. */
const TALL_LESSON = 880

/** The sizes of the score boards of a Challenge in a lesson, which the coach takes room from; `others` are shown. */
export function lessonSizes(kind: Kind, height: number, others: number, areas: boolean, low: boolean): ChallengeSizes {
  if (low) return sizes('line', 'line', false)
  if (kind === 'phone') return sizes(height < HEIGHTS.short ? 'line' : 'phone', 'line', areas && height >= 780, 24)
  if (kind === 'tablet') return sizes('phone', 'line', areas)
  const isTall = height >= TALL_LESSON
  return { ...sizes(isTall ? 'large' : 'phone', isTall && others === 1 ? 'small' : 'line', areas), line: TALL_LINE }
}

/** The width that a table has beside the bar: margins and, on wide screens, the column of score boards and its gap. */
const BESIDE: Record<Kind, number> = { wide: 2 * 24 + 432 + 24, narrow: 2 * 16 + 320 + 16, tablet: 2 * 16, phone: 0 }
/** In the bar: its padding and gaps, a sentence on what to do, and two buttons. */
const WORDS_AND_BUTTONS = 536
/** A symbol of a free score with its number, and the question mark behind them all. */
const SYMBOL = 51
const ASK = 60

/** Whether the symbols of a free score leave no room in the bar for the sentence on what to do. */
export function freeAlone(kind: Kind, width: number, symbols: number): boolean {
  return width - BESIDE[kind] - WORDS_AND_BUTTONS < SYMBOL * symbols + ASK
}
