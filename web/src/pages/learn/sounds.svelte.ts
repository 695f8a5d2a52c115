/** The sounds of a lesson: what an answer did is heard when it is drawn. */

import { untrack } from 'svelte'
import { prefs } from '../../app/prefs.svelte'
import type { Player } from './player.svelte'

/** Call it during component initialization. */
export function playAnswers(player: Pick<Player, 'outcome' | 'step'>): void {
  let sounds = $state.raw<typeof import('./cues') | null>(null)
  $effect(() => {
    if (!prefs.sound || sounds) return
    void import('./cues').then(
      (loaded) => (sounds = loaded),
      () => {}, // without a connection, the lesson goes on in silence
    )
  })
  $effect(() => sounds?.awaitGesture())
  $effect(() => {
    const { outcome } = player
    return untrack(() => (outcome && sounds ? sounds.play(sounds.cuesOfOutcome(player.step, outcome)) : undefined))
  })
}
