/** Which sounds belong to an answer. The lessons load this, and what makes the sounds, on demand. */

import { type Cue, cuesOf, inOrder } from '../../sounds/cues'
import type { StoryEvent } from '../../net/wire'
import { laidIn } from './keys'
import type { Step } from './lessons'
import type { Outcome } from './player.svelte'

export { awaitGesture, play } from '../../sounds/player'

/** With a question, the decision is drawn from the beginning. */
const DECISIONS: readonly StoryEvent[0][] = ['Placed', 'Played', 'Shown']
/** After one of these, no bonus placement follows. A bonus turn has a sound of its own. */
const WITHOUT_PLACEMENT: readonly StoryEvent[0][] = ['BonusLapsed', 'TurnBegan', 'Ended']

/** Whether a bonus placement comes next. */
function earnsPlacement({ view }: Step, story: readonly StoryEvent[]): boolean {
  const kinds = story.map(([kind]) => kind)
  const isBoard = view.position.kind === 'board' && view.rules.game !== 'solo'
  return isBoard && kinds.includes('CalledIngenious') && !kinds.some((kind) => WITHOUT_PLACEMENT.includes(kind))
}

/** The sounds of what an answer did, as far as it is drawn. */
export function cuesOfOutcome(step: Step, { key, story, isRight }: Outcome): Cue[] {
  const bonus = earnsPlacement(step, story)
  if (step.kind !== 'move') {
    const scored = story.filter(([kind]) => !DECISIONS.includes(kind))
    return isRight ? cuesOf(scored, bonus) : []
  }
  // In a lesson, the story of a swap ends before the bag is known.
  if (key.startsWith('swap ')) return inOrder(['swap'])
  const laid = laidIn(key)
  if (!laid) return cuesOf(story, bonus)
  // A lesson leaves out that the tile was placed.
  const placed = ['Placed', { seat: step.view.looks, ...laid, bonus: false }] as StoryEvent
  return cuesOf([placed, ...story], bonus)
}
