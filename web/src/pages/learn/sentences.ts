/** What the coach says: sentences made from what was compiled and from the events of a move. */

import { type Key, list, t, type Values } from '../../i18n/catalogue.svelte'
import { whyLost } from '../../rules/why'
import { all, calledOf, gainsOf } from '../../text/story'
import type { Colour, StoryEvent } from '../../net/wire'
import type { Part } from './lessons'

const named = (colours: string): string => list([...colours].map((colour) => t(`colour.${colour as Colour}`)))

/** Points, of one colour or of all. */
const gain = (n: string | number, colour?: string | number): string =>
  colour === undefined ? t('learn.points', { n }) : t('board.gain', { n, colour: t(`colour.${colour as Colour}`) })

/** The values of a sentence in words. */
function wordsOf({ colour, other, colours, gains, way, ...numbers }: Part[1]): Values {
  return {
    ...numbers,
    gain: gain(numbers.n ?? 0, colour),
    ...(colour !== undefined && { colour: t(`colour.${colour as Colour}`) }),
    ...(other !== undefined && { other: t(`colour.${other as Colour}`) }),
    ...(gains !== undefined && {
      gains: list(
        String(gains)
          .split(' ')
          .map((one) => gain(one.slice(1), one.charAt(0))),
      ),
    }),
    ...(colours !== undefined && { colours: named(String(colours)), k: String(colours).length }),
    ...(way !== undefined && { way: t(`learn.way.${way}` as Key) }),
  }
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** What an answer was, as a title. */
export const titleOf = ([name, values]: Part): string => capital(t(`learn.title.${name}` as Key, wordsOf(values)))

function why([name, values]: Part): string {
  if (name === 'rule') return whyLost({ why: String(values.rule), end: Number(values.stop ?? 0), blockers: '' })
  return capital(t(`learn.why.${name}` as Key, wordsOf(values)))
}

/** Why it was not the one that was asked for. */
export const whyText = (parts: readonly Part[]): string => parts.map(why).join(' ')

/** The pegs for which the game calls “Ingenious!”, if they stand on the same number. */
export function calledIn(story: readonly StoryEvent[]): string {
  const colours = calledOf(story)
  const ends = new Map(all(story, 'PegMoved').map(({ symbol, end }) => [symbol, end]))
  const [n, another] = new Set(colours.map((colour) => ends.get(colour) ?? 0))
  if (n === undefined || another !== undefined) return ''
  return t('learn.called', { n, Colours: capital(named(colours.join(''))), k: colours.length })
}

/** What a card, dice or tiles scored. */
function gainsText(story: readonly StoryEvent[]): string {
  const points = new Map<Colour, number>()
  for (const { symbol, points: more } of gainsOf(story)) if (more) points.set(symbol, (points.get(symbol) ?? 0) + more)
  return list([...points].map(([colour, n]) => gain(n, colour)))
}

/** The points of a placement, line by line: `3 + 1 = 4 green`. */
export function sumOf(story: readonly StoryEvent[]): string {
  const sums = all(story, 'Counted').map(({ symbol, rays, points }) => ({ symbol, points, lines: rays.filter(Boolean) }))
  const scored = sums.filter(({ points }) => points > 0)
  const [first, second] = scored
  if (!first) return gainsText(story)
  // The halves of a double score the same colour.
  if (second && first.symbol === second.symbol) {
    return `${first.points} + ${second.points} = ${gain(first.points + second.points, first.symbol)}`
  }
  return list(scored.map(({ symbol, points, lines }) => (lines.length > 1 ? `${lines.join(' + ')} = ` : '') + gain(points, symbol)))
}
