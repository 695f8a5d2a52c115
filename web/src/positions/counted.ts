/** What was counted, as the board shows it. */

import type { Board, Counted } from '../net/wire'
import type { Ray } from './Rays.svelte'

/** A ray for each direction in which a half counted something; directions in the order of the board. */
export function raysOf(counted: readonly Counted[], directions: Board['directions']): Ray[] {
  return counted.flatMap(({ symbol, space, rays }) =>
    rays.flatMap((length, k): Ray[] => {
      const [dq, dr] = directions[k] ?? [0, 0]
      const over = Array.from({ length }, (_, i) => [space[0] + dq * (i + 1), space[1] + dr * (i + 1)] as const)
      return length ? [{ colour: symbol, from: space, over }] : []
    }),
  )
}
