/** What a story did to the pegs of a seat. */

import { COLOURS } from '../../pieces/colours'
import type { Colour, StoryEvent } from '../../net/wire'
import type { Step } from '../../positions/steps'
import type { TableState } from '../state.svelte'

export interface Outcome {
  before: number[]
  pegs: number[] // afterwards
  lost: number[] // points that went nowhere, by colour
  ingenious: Colour[]
  blockers: string // the pegs that are too low and stopped another peg
  why: string // the rule that took points
}

const at = (colour: Colour): number => COLOURS.indexOf(colour)

/** What the story of a possible decision does to these pegs. */
export function outcomeOf(story: readonly StoryEvent[], seat: number, pegs: readonly number[]): Outcome {
  const found: Outcome = {
    before: [...pegs],
    pegs: [...pegs],
    lost: [0, 0, 0, 0, 0, 0],
    ingenious: [],
    blockers: '',
    why: '',
  }
  for (const event of story) {
    if (event[0] === 'CalledIngenious' && event[1].seat === seat) found.ingenious.push(event[1].symbol)
    if (event[0] !== 'PegMoved' || event[1].seat !== seat) continue
    const { symbol, end, lost, why, blockers } = event[1]
    found.pegs[at(symbol)] = end
    found.lost[at(symbol)] = (found.lost[at(symbol)] ?? 0) + lost
    if (lost) found.why = why
    if (blockers) found.blockers = blockers
  }
  return found
}

/** The same for something that has happened: the pegs given are those afterwards. */
export function happened(story: readonly StoryEvent[], seat: number, pegs: readonly number[]): Outcome {
  const before = [...pegs]
  for (const event of [...story].reverse()) {
    if (event[0] === 'PegMoved' && event[1].seat === seat) before[at(event[1].symbol)] = event[1].start
  }
  return outcomeOf(story, seat, before)
}

/** What is left to see when the pegs stand where they went: the points that were lost. */
export const after = (outcome: Outcome): Outcome => ({ ...outcome, before: outcome.pegs })

/** How the score board of a seat stood after an earlier step, and where its pegs came from. */
export function stoodAfter({ position, before, story }: Pick<Step, 'position' | 'before' | 'story'>, seat: number) {
  const pegs = position.pegs[seat] ?? []
  const { lost, ingenious } = happened(story, seat, pegs)
  return {
    pegs,
    next: pegs,
    before: before?.pegs[seat] ?? null,
    lost,
    ringed: ingenious,
    closed: 'closed' in position ? (position.closed[seat]?.column ?? null) : null,
  }
}

/** The story of the last decision of a seat, if it is known. */
export function storyOf({ record, stories }: Pick<TableState, 'record' | 'stories'>, seat: number): StoryEvent[] | null {
  const at = Math.max(...[...stories.keys()].filter((place) => record?.log[place]?.seat === seat))
  return stories.get(at) ?? null
}

export interface Gain {
  colour: Colour
  points: number // steps that the peg goes
  of: number // points that there were
}

/** The colours that get points, also those whose points are all lost. */
export function gainsOf(outcome: Outcome): Gain[] {
  return COLOURS.flatMap((colour, k) => {
    const points = (outcome.pegs[k] ?? 0) - (outcome.before[k] ?? 0)
    const of = points + (outcome.lost[k] ?? 0)
    return of ? [{ colour, points, of }] : []
  })
}

export const total = (outcome: Outcome): number => gainsOf(outcome).reduce((sum, gain) => sum + gain.points, 0)
