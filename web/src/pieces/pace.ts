/** When the parts of a move appear, in milliseconds: the same for the eye and for the ear. */

/** How long a piece takes to land. What it scores follows. */
export const LANDING_MS = 160

const LINE_MS = 90
const ALL_LINES_MS = 540

/** When a line appears, of a number of lines that a placement scores. */
export const lineDelay = (line: number, lines: number): number => LANDING_MS + Math.min(LINE_MS, ALL_LINES_MS / lines) * line
