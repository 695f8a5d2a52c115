/** The areas of a score board, as far as one has to say why a peg stops. */

import type { Closed, Rules } from '../../wire'

export interface Border {
  from: number // first and last column of the area that is closed
  to: number
  floor: number // the column that every peg has to reach for it
}

/** The area that is closed now. It opens when no peg stands before the area in front of it. */
export function borderOf(closed: Closed | null | undefined, areas: Rules['areas']): Border | null {
  const at = areas.findIndex(([first]) => first === closed?.column)
  const here = areas[at]
  const front = areas[at - 1]
  return here && front ? { from: here[0], to: here[1], floor: front[0] } : null
}

/** Whether pegs that stand like this open it. */
export const opened = (border: Border, pegs: readonly number[]): boolean => Math.min(...pegs) >= border.floor
