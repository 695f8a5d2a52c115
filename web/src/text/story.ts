/** Extracts facts from the story of a decision, for drawings and texts. */

import type { Colour, Told } from '../net/wire'

/** Points that a half, a die or a colour scored, before any limit. */
export interface Gain {
  symbol: Colour
  points: number
}

type Events = { [Event in Told as Event[0]]: Event[1] }

/** The first event of a kind, if there is one. */
export function eventOf<Kind extends Told[0]>(story: readonly Told[], kind: Kind): Events[Kind] | null {
  const found = story.find((told) => told[0] === kind)
  return found ? (found[1] as Events[Kind]) : null
}

/** All events of a kind. */
export function all<Kind extends Told[0]>(story: readonly Told[], kind: Kind): Events[Kind][] {
  return story.flatMap((told) => (told[0] === kind ? [told[1] as Events[Kind]] : []))
}

/** What one decision gained, in scoring order; halves without points are included. */
export function gainsOf(story: readonly Told[]): Gain[] {
  const tiles = story.some(([kind]) => kind === 'TilesScored')
  return story.flatMap(([kind, told]): Gain[] => {
    switch (kind) {
      case 'Counted':
      case 'WildScored':
        return [{ symbol: told.symbol, points: told.points }]
      case 'Matched':
        return [{ symbol: told.symbol, points: told.by.length }]
      case 'PegMoved':
        return tiles ? [{ symbol: told.symbol, points: told.end - told.start + told.lost }] : []
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
export const calledOf = (story: readonly Told[]): Colour[] =>
  story.flatMap(([kind, told]) => (kind === 'CalledIngenious' ? [told.symbol] : []))

/** The events that explain a step best, the best one first. */
const EXPLAINS: Told[0][] = ['Ended', 'WentOut', 'BonusLapsed', 'CalledIngenious', 'PegMoved', 'Shown', 'DeckRenewed']

/** The rule that explains what happened; null for an ordinary move. */
export function ruleOf(story: readonly Told[]): string | null {
  const rules = story.flatMap(([kind, told]) => ('why' in told && told.why ? [{ kind, rule: told.why }] : []))
  rules.sort((a, b) => EXPLAINS.indexOf(a.kind) - EXPLAINS.indexOf(b.kind))
  return rules[0]?.rule ?? null
}
