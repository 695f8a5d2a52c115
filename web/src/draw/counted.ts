/** What a story counted, as the board shows it. */

import type { Board, Told } from '../wire'
import type { Ray } from './Rays.svelte'

/** A ray for each direction in which a half counted something. */
export function raysOf(story: readonly Told[], directions: Board['directions']): Ray[] {
  return story.flatMap(([kind, told]): Ray[] => {
    if (kind !== 'Counted') return []
    const [q, r] = told.space
    return told.rays.flatMap((length, k): Ray[] => {
      const [dq, dr] = directions[k] ?? [0, 0]
      const over = Array.from({ length }, (_, i) => [q + dq * (i + 1), r + dr * (i + 1)] as const)
      return length ? [{ colour: told.symbol, from: told.space, over }] : []
    })
  })
}
