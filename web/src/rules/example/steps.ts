/** What a step of an example shows. */

import { raysOf } from '../../positions/counted'
import { COLOURS } from '../../pieces/colours'
import type { Laid, Space } from '../../pieces/geometry'
import { isPlacement } from '../../moves/placement'
import { all } from '../../text/story'
import type { Board, ExampleStep, PegMoved, StoryEvent } from '../../net/wire'
import { spacesIn } from './names'

/** The tile that is placed, or would be. */
export function laidIn(step: ExampleStep): Laid | null {
  const decision = step.decision
  if (!decision || !isPlacement(decision)) return null
  const [a, b] = decision.at
  return { tile: decision.place, at: [a, b] }
}

/** The spaces that a reader has to see. */
export function spacesOf(step: ExampleStep, directions: Board['directions']): Space[] {
  const counted = raysOf(all(step.story, 'Counted'), directions).flatMap(({ over }) => over)
  return [...(laidIn(step)?.at ?? []), ...counted, ...spacesIn(step.note)]
}

/** Points that were lost before the end of the track, by colour; at the end there is no room to mark them. */
export function lostIn(story: readonly StoryEvent[], goal: number): number[] | null {
  const moved = losses(story).filter(({ end }) => end < goal)
  if (moved.length === 0) return null
  return COLOURS.map((colour) => moved.reduce((sum, { symbol, lost }) => sum + (symbol === colour ? lost : 0), 0))
}

export function losses(story: readonly StoryEvent[]): PegMoved[] {
  return all(story, 'PegMoved').filter(({ lost }) => lost > 0)
}
