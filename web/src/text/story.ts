/** Extracts facts from the story of a decision, for drawings and texts. */

import type { Colour, StoryEvent } from '../net/wire'

/** Points that a half, a die or a colour scored, before any limit. */
export interface Gain {
  symbol: Colour
  points: number
}

type Events = { [Event in StoryEvent as Event[0]]: Event[1] }

/** The first event of a kind, if there is one. */
export function eventOf<Kind extends StoryEvent[0]>(story: readonly StoryEvent[], kind: Kind): Events[Kind] | null {
  const found = story.find((event) => event[0] === kind)
  return found ? (found[1] as Events[Kind]) : null
}

/** All events of a kind. */
export function all<Kind extends StoryEvent[0]>(story: readonly StoryEvent[], kind: Kind): Events[Kind][] {
  return story.flatMap((event) => (event[0] === kind ? [event[1] as Events[Kind]] : []))
}

/** What one decision gained, in scoring order; halves without points are included. */
export function gainsOf(story: readonly StoryEvent[]): Gain[] {
  const tiles = story.some(([kind]) => kind === 'TilesScored')
  return story.flatMap(([kind, event]): Gain[] => {
    switch (kind) {
      case 'Counted':
      case 'WildScored':
        return [{ symbol: event.symbol, points: event.points }]
      case 'Matched':
        return [{ symbol: event.symbol, points: event.by.length }]
      case 'PegMoved':
        return tiles ? [{ symbol: event.symbol, points: event.end - event.start + event.lost }] : []
      default:
        return []
    }
  })
}

/** The gains summed by colour, without zeros. */
export function summed(gains: readonly Gain[]): Gain[] {
  const sums = new Map<Colour, number>()
  for (const { symbol, points } of gains) sums.set(symbol, (sums.get(symbol) ?? 0) + points)
  return [...sums].flatMap(([symbol, points]) => (points ? [{ symbol, points }] : []))
}

/** The colours that reached the end of a score board. */
export const calledOf = (story: readonly StoryEvent[]): Colour[] =>
  story.flatMap(([kind, event]) => (kind === 'CalledIngenious' ? [event.symbol] : []))

/** The events that explain a step best, the best one first. */
const EXPLAINS: StoryEvent[0][] = ['Ended', 'WentOut', 'BonusLapsed', 'CalledIngenious', 'PegMoved', 'Shown', 'DeckRenewed']

/** The rule that explains what happened; null for an ordinary move. */
export function ruleOf(story: readonly StoryEvent[]): string | null {
  const rules = story.flatMap(([kind, event]) => ('why' in event && event.why ? [{ kind, rule: event.why }] : []))
  rules.sort((a, b) => EXPLAINS.indexOf(a.kind) - EXPLAINS.indexOf(b.kind))
  return rules[0]?.rule ?? null
}
