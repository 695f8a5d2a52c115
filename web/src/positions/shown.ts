/** What is drawn of a position and the story that led to it: pieces are shown where they were when they scored. */

import { eventOf } from '../text/story'
import { t } from '../i18n/catalogue.svelte'
import type { CardPosition, Colour, DicePosition, DieUseDoc, Played, Position, Shown, TilePosition, StoryEvent } from '../net/wire'

/** How a position is arranged: as at a table, as in a replay, where all hands are open, or as a figure in a text. */
export type Layout = 'table' | 'replay' | 'figure'

type Story = readonly StoryEvent[]
type Before = Position | null | undefined

/** The side of the viewer comes last, which is below; the others in the order in which they move after it. */
export function inOrder(sides: readonly (readonly number[])[], below: number | null): number[][] {
  const count = sides.flat().length
  const after = (seats: readonly number[]): number =>
    Math.min(...seats.map((seat) => (seat - (below ?? count - 1) + count) % count || count))
  const isBelow = (seats: readonly number[]): boolean => below !== null && seats.includes(below)
  return sides.map((seats) => [...seats]).sort((a, b) => Number(isBelow(a)) - Number(isBelow(b)) || after(a) - after(b))
}

/** By which pieces each symbol was matched, in the order of scoring. */
export function matchesIn(story: Story): { symbol: Colour; by: [number, number][] }[] {
  return story.flatMap((event) => (event[0] === 'Matched' ? [{ symbol: event[1].symbol, by: event[1].by }] : []))
}

/** The pieces that light up: `seat,place,symbol`. */
export function litBy(story: Story): Set<string> {
  return new Set(matchesIn(story).flatMap(({ symbol, by }) => by.map(([seat, place]) => `${seat},${place},${symbol}`)))
}

export interface CardsShown {
  faceup: readonly (readonly string[])[]
  played: Played | null // the card that is being played
  counts: number[] // what its two symbols count
  lit: ReadonlySet<string>
  discarded: Shown | null // a hand that is being discarded
}

/** A card scores by what lay there before it. */
export function cardsShown(position: CardPosition, before: Before, story: Story): CardsShown {
  const played = eventOf(story, 'Played')
  return {
    faceup: played && before?.kind === 'cards' ? before.faceup : position.faceup,
    played,
    counts: matchesIn(story).map(({ by }) => by.length),
    lit: litBy(story),
    discarded: eventOf(story, 'Shown'),
  }
}

/** While dice are used, they stay in the order the player saw. */
export function diceShown(position: DicePosition, before: Before, story: Story): readonly string[] {
  const isUsed = story.some(([kind]) => kind === 'Matched' || kind === 'WildScored')
  return isUsed && before?.kind === 'dice' ? before.dice : position.dice
}

/** Dice that are used together. */
export interface DiceUse {
  dice: Colour[]
  wild: boolean
  symbol: Colour | null // that gets the points
  points: number | null // null: it was refused
}

/** How the dice of a seat were used; each use has one event. */
export function usesIn(story: Story, dice: string): DiceUse[] {
  return story.flatMap(([kind, event]): DiceUse[] => {
    if (kind === 'Matched') return [{ dice: [event.symbol], wild: false, symbol: event.symbol, points: event.by.length }]
    if (kind !== 'WildScored') return []
    return [{ dice: event.dice.map((k) => dice[k] as Colour), wild: true, symbol: event.symbol, points: event.points }]
  })
}

/** How the dice would be used by a decision that was refused. */
export function usesWanted(uses: readonly DieUseDoc[], dice: string): DiceUse[] {
  return uses.map(({ match, wild = [], as = null }) => {
    const places = match === undefined ? wild : [match]
    return { dice: places.map((k) => dice[k] as Colour), wild: match === undefined, symbol: as, points: null }
  })
}

export interface TilesShown {
  centre: string
  drawn: string
  taken: string // from the centre, with the tiles that were scored
  isScored: boolean
  out: string // why the turn ended without a score; else empty
  isMoved: boolean // the tiles lie elsewhere now
}

/** Tiles that are scored or go to the centre are shown where they came from. */
export function tilesShown(position: TilePosition, before: Before, story: Story): TilesShown {
  const earlier = before?.kind === 'tiles' ? before : position
  const scored = eventOf(story, 'TilesScored')
  const out = eventOf(story, 'WentOut')
  const isMoved = scored !== null || out !== null
  return {
    centre: (isMoved ? earlier : position).centre,
    drawn: out?.to_centre ?? (scored ? earlier : position).drawn,
    taken: scored?.from_centre ?? '',
    isScored: scored !== null,
    out: out ? t(out.repeated ? 'tiles.out.again' : 'tiles.out.missing', { colour: t(`colour.${out.symbol}`) }) : '',
    isMoved,
  }
}
