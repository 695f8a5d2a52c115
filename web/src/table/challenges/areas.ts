/** The areas of a score board, to explain why a peg stops. */

import type { Closed, Rules } from '../../net/wire'

export interface Border {
  from: number // first and last column of the area that is closed
  to: number
  floor: number // the column that every peg has to reach for it
  why: string // the rule
}

/** The area that is closed now. */
export function borderOf(closed: Closed | null | undefined, areas: Rules['areas']): Border | null {
  const here = areas.find(([first]) => first === closed?.column)
  return closed && here ? { from: here[0], to: here[1], floor: closed.floor, why: closed.why } : null
}

/** Whether these pegs open it. */
export const opened = (border: Border, pegs: readonly number[]): boolean => Math.min(...pegs) >= border.floor

/** The first column that stays closed when these pegs have opened an area; null if none is. */
export const closedBeyond = (border: Border, pegs: readonly number[], areas: Rules['areas']): number | null =>
  areas.find(([first], k) => first > border.from && Math.min(...pegs) < (areas[k - 1]?.[0] ?? 0))?.[0] ?? null
