/** What the coach says, in the words of the page. */

import { type Key, list, t, type Values } from '../../i18n/catalogue.svelte'
import type { AdviceDoc, Game } from '../../net/wire'
import { type People, reasonOf } from '../../text/reasons'

export interface Spoken {
  title: string
  text: string
}

const CHALLENGES: readonly Game[] = ['cards', 'dice', 'tiles']
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** A chance in words; 1 of 1 and 0 of 1 are only about right. */
const share = ({ times, of }: AdviceDoc): 'some' | 'most' | 'few' => (of > 1 ? 'some' : times ? 'most' : 'few')

/** What a text about a topic depends on. */
function variantOf(advice: AdviceDoc, game: Game): string {
  switch (advice.topic) {
    case 'roll':
    case 'risk':
      return `.${share(advice)}`
    case 'swap':
      return game === 'duel' || game === 'cards' ? `.${game}` : '.tiles'
    case 'lowest':
      return CHALLENGES.includes(game) ? '.all' : '.board'
    case 'nothing':
      return !advice.colours.length ? '.none' : CHALLENGES.includes(game) ? '.all' : '.board'
    case 'points':
      return advice.scored ? '.some' : '.none'
    default:
      return ''
  }
}

function textOf(advice: AdviceDoc, game: Game, values: Values): string {
  const fitting = (advice.again && !advice.after ? 'again' : advice.topic) + variantOf(advice, game)
  return t((advice.after ? `coach.after.${fitting}` : `coach.ahead.${fitting}`) as Key, values)
}

function title({ topic, better, scored }: AdviceDoc, game: Game, values: Values): string {
  switch (topic) {
    case 'nothing':
      return t('coach.title.zero')
    case 'swap':
      return t(game === 'cards' ? 'coach.title.swap.cards' : 'coach.title.swap.tiles')
    case 'roll':
      return t(better?.entry.reroll ? 'coach.title.roll' : 'coach.title.use')
    case 'risk':
      return t(better?.entry.draw ? 'coach.title.draw' : 'coach.title.stop')
    case 'lowest':
      return t(scored ? 'coach.title.lowest' : 'coach.title.nothing', { n: scored ?? 0 })
    default:
      return t(`coach.title.${topic}` as Key, values)
  }
}

/** What the better decision scores. */
function gainsOf({ better, colours }: AdviceDoc): string {
  const all = better?.said.flatMap(([kind, value]) => (kind === 'Scores' ? value.gains : [])) ?? []
  const low = all.filter(([colour]) => colours.includes(colour))
  return list((low.length ? low : all).map(([colour, n]) => t('board.gain', { n, colour: t(`colour.${colour}`) })))
}

/** A title, and at most two short sentences. */
export function spoken(advice: AdviceDoc, game: Game, people: People): Spoken {
  const { colours, high, points, seat, times, of, scored, better, after } = advice
  const name = seat === null ? '' : people.name(seat)
  const named = list(colours.map((colour) => t(`colour.${colour}`)))
  const fed = high ? t(`colour.${high}`) : ''
  const counts = { n: colours.length, points, scored: scored ?? 0, times, of }
  const values = { ...counts, colours: named, Colours: capital(named), high: fed, High: capital(fed), gains: gainsOf(advice), name }
  if (!after) return { title: t('coach.now'), text: textOf(advice, game, values) }
  const text = advice.topic === 'other' && better ? `${reasonOf(better, people)}.` : textOf(advice, game, values)
  return { title: title(advice, game, values), text }
}
