/** When the parts of a move appear, in milliseconds. Drawings and sounds share these times. */

/** How long a piece takes to land. Its lines follow. */
export const LANDING_MS = 160

const LINE_MS = 90
const ALL_LINES_MS = 540

/** When a line appears, if the placement scores this many `lines`. */
export const lineDelay = (line: number, lines: number): number => LANDING_MS + Math.min(LINE_MS, ALL_LINES_MS / lines) * line
