/** Which sounds belong to what happens in a game, and when each begins. */

import type { Choice, StoryEvent } from '../net/wire'
import { LANDING_MS, lineDelay } from '../pieces/pace'
import { gainsOf } from '../text/story'

export const SOUNDS = [
  'place',
  'line',
  'ingenious',
  'bonus',
  'swap',
  'card',
  'dice',
  'bust',
  'win',
  'loss',
  'level',
  'tick',
  'turn',
] as const
export type Sound = (typeof SOUNDS)[number]

export interface Cue {
  sound: Sound
  /** milliseconds from now */
  at: number
  /** how many steps of the scale higher than usual */
  step?: number
}

/** How long each sound is heard before the next one may begin. */
const PAUSE_MS: Record<Sound, number> = {
  place: LANDING_MS,
  line: 200,
  ingenious: 700,
  bonus: 350,
  swap: 350,
  card: LANDING_MS,
  dice: 450,
  bust: 500,
  win: 0,
  loss: 0,
  level: 0,
  tick: 0,
  turn: 0,
}

/** When a sound that follows others can begin. */
export function endOf(cues: readonly Cue[]): number {
  const last = cues.at(-1)
  return last ? last.at + PAUSE_MS[last.sound] : 0
}

/** Some cues, followed by more sounds, one after the other. */
export const followedBy = (cues: readonly Cue[], sounds: readonly Sound[]): Cue[] =>
  sounds.reduce<Cue[]>((all, sound) => [...all, { sound, at: endOf(all) }], [...cues])

/** Sounds one after the other. */
export const inOrder = (sounds: readonly Sound[]): Cue[] => followedBy([], sounds)

/** How many lines a story scores; in a challenge, how many dice, cards or colours. */
function linesOf(story: readonly StoryEvent[]): number {
  const rays = story.flatMap(([kind, event]) => (kind === 'Counted' ? event.rays.filter((length) => length > 0) : []))
  return rays.length || gainsOf(story).filter(({ points }) => points > 0).length
}

/** The sound of the action itself, before anything is scored. */
function actionOf(story: readonly StoryEvent[]): Sound | null {
  for (const [kind] of story) {
    if (kind === 'Placed' || kind === 'TileDrawn') return 'place'
    if (kind === 'PutBack') return 'swap'
    if (kind === 'Played') return 'card'
  }
  // A swap also shows its tiles, and puts them back.
  return story.some(([kind]) => kind === 'Shown') ? 'card' : null
}

/** What follows from the action, in the order in which it is heard. */
function consequencesOf(story: readonly StoryEvent[], earnsPlacement: boolean): Sound[] {
  const called: Sound[] = story.some(([kind]) => kind === 'CalledIngenious') ? ['ingenious'] : []
  const bonus: Sound[] = earnsPlacement ? ['bonus'] : []
  const others = story.flatMap(([kind, event]): Sound[] => {
    if (kind === 'WentOut') return ['bust']
    if (kind === 'TurnBegan' && event.bonus) return ['bonus']
    return kind === 'Rolled' ? ['dice'] : []
  })
  return [...called, ...bonus, ...others]
}

/**
 * The sounds of a story. The end of a game is not among them, because each player hears it differently. A story has an
 * event for a bonus turn, but none for a bonus placement.
 */
export function cuesOf(story: readonly StoryEvent[], earnsPlacement = false): Cue[] {
  const action = actionOf(story)
  const lines = linesOf(story)
  const start = action ? 0 : -LANDING_MS
  const scored = Array.from({ length: lines }, (_, k): Cue => ({ sound: 'line', at: start + lineDelay(k, lines), step: k }))
  return followedBy([...inOrder(action ? [action] : []), ...scored], consequencesOf(story, earnsPlacement))
}

/** The sounds of a player's own decision before the server confirms it, from what is known of its story. */
export function cuesOfDecision(choice: Choice, story: readonly StoryEvent[] | null): Cue[] {
  if (choice.swap) return inOrder(['swap'])
  if (choice.discard) return inOrder(['card'])
  if (choice.reroll) return inOrder(['dice'])
  if (story?.length) return cuesOf(story)
  return inOrder(choice.place ? ['place'] : choice.play ? ['card'] : [])
}

/** The cues that follow those already heard; all of them if something else was heard. */
export function restOf(cues: readonly Cue[], heard: readonly Cue[]): Cue[] {
  const isBeginning = heard.length > 0 && heard.every(({ sound }, k) => cues[k]?.sound === sound)
  if (!isBeginning) return [...cues]
  const rest = cues.slice(heard.length)
  return rest.map((cue) => ({ ...cue, at: cue.at - (rest[0]?.at ?? 0) }))
}
