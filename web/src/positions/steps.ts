/** A game in steps: each ends where the next decision has to be made. */

import type { Laid } from '../pieces/geometry'
import { eventOf } from '../text/story'
import type { Position, Replay, ReplayStep, StoryEvent } from '../net/wire'

export interface Step {
  /** counted from 0, which is the opening deal */
  number: number
  /** the entries of the record that it covers */
  entries: number[]
  story: StoryEvent[]
  /** who did it; null for the deal */
  seat: number | null
  /** the turn to which it belongs, counted from 1; 0 for the deal */
  turn: number
  /** who has to decide next; null when the game is over */
  next: number | null
  position: Position
  before: Position | null
  /** what each seat holds after it */
  held: string[][]
}

// Outcomes of chance after a decision, before the next one.
const QUIET: ReadonlySet<StoryEvent[0]> = new Set<StoryEvent[0]>(['Drew', 'PutBack', 'DeckRenewed', 'CentreRefilled', 'TurnBegan'])

const isQuiet = (step: ReplayStep): boolean => step.story.every(([kind]) => QUIET.has(kind))

function actor(story: readonly StoryEvent[]): number | null {
  for (const [kind, event] of story) if (kind !== 'Dealt' && kind !== 'DeckRenewed' && kind !== 'Ended') return event.seat
  return null
}

export function stepsOf(replay: Pick<Replay, 'steps'>): Step[] {
  const found: Step[] = []
  let [turn, next] = [0, null as number | null]
  for (const part of replay.steps) {
    const last = found.at(-1)
    let step: Step
    if (last && isQuiet(part)) step = last
    else {
      const deal = !last
      step = {
        number: found.length,
        entries: [],
        story: [],
        seat: deal ? null : actor(part.story),
        turn,
        next,
        position: part.position,
        before: last?.position ?? null,
        held: [],
      }
      found.push(step)
    }
    if (part.entry !== null) step.entries.push(part.entry)
    step.story = [...step.story, ...part.story]
    step.position = part.position
    step.held = part.racks ?? part.hands ?? []
    const began = part.story.findLast(([kind]) => kind === 'TurnBegan')
    if (began?.[0] === 'TurnBegan') {
      next = began[1].seat
      if (!began[1].bonus) turn += 1
    }
    if (eventOf(part.story, 'Ended')) next = null
    step.next = next
  }
  return found
}

/** The tiles on the board after a step. */
export function laidAt(steps: readonly Step[], at: number): Laid[] {
  return steps
    .slice(0, at + 1)
    .flatMap(({ story }) => story.flatMap(([kind, event]): Laid[] => (kind === 'Placed' ? [{ tile: event.tile, at: event.at }] : [])))
}

/** The step that a URL asks for: `#12` or `?step=12`. It may be past the end of the game. */
export function stepIn(hash: string, query: URLSearchParams): number {
  const wanted = /^\d+$/.test(hash) ? hash : (query.get('step') ?? '')
  return /^\d+$/.test(wanted) ? Number(wanted) : 0
}

/** The steps of each turn, in order. */
export function turnsOf(steps: readonly Step[]): Step[][] {
  const found: Step[][] = []
  for (const step of steps) {
    const last = found.at(-1)
    if (last && last[0]?.turn === step.turn && last[0].seat === step.seat) last.push(step)
    else found.push([step])
  }
  return found
}
