/** The sounds of a replay: a step is heard when it follows the one before it, not after a jump. */

import { untrack } from 'svelte'
import type { Step } from '../../positions/steps'
import { cuesOf } from '../../sounds/cues'
import { awaitGesture, play } from '../../sounds/player'
import type { Player } from './player.svelte'

/** Call it during component initialization. */
export function playSteps(steps: readonly Step[], player: Pick<Player, 'at'>): void {
  let last = untrack(() => player.at)
  $effect(awaitGesture)
  $effect(() => {
    const { at } = player
    const isNext = at === last + 1
    last = at
    return isNext ? play(cuesOf(steps[at]?.story ?? [])) : undefined
  })
}
