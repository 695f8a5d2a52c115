/** What the coach says, in the words of the page. */

import { type Key, list, t } from '../../i18n/catalogue.svelte'
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

/** The key of the text that fits. */
function keyOf(advice: AdviceDoc, game: Game): Key {
  const { topic, after } = advice
  const fitting = topic === 'roll' || topic === 'risk' ? `${topic}.${share(advice)}` : topic
  if (after) return `coach.after.${fitting}` as Key
  switch (topic) {
    case 'swap':
      return `coach.ahead.swap.${game === 'duel' || game === 'cards' ? game : 'tiles'}`
    case 'lowest':
      return `coach.ahead.lowest.${CHALLENGES.includes(game) ? 'all' : 'board'}`
    default:
      return `coach.ahead.${fitting}` as Key
  }
}

function title({ topic, better, scored }: AdviceDoc, name: string): string {
  switch (topic) {
    case 'roll':
      return t(better?.entry.reroll ? 'coach.title.roll' : 'coach.title.use')
    case 'risk':
      return t(better?.entry.draw ? 'coach.title.draw' : 'coach.title.stop')
    case 'lowest':
      return t(scored ? 'coach.title.lowest' : 'coach.title.nothing', { n: scored ?? 0 })
    default:
      return t(`coach.title.${topic}` as 'coach.title.deny', { name })
  }
}

/** A title, and at most two short sentences. */
export function spoken(advice: AdviceDoc, game: Game, people: People): Spoken {
  const { colours, points, seat, times, of, scored, better, after } = advice
  const name = seat === null ? '' : people.name(seat)
  const named = list(colours.map((colour) => t(`colour.${colour}`)))
  const values = { colours: named, Colours: capital(named), n: colours.length, points, scored: scored ?? 0, times, of, name }
  if (!after) return { title: t('coach.now'), text: t(keyOf(advice, game), values) }
  const text = advice.topic === 'other' && better ? `${reasonOf(better, people)}.` : t(keyOf(advice, game), values)
  return { title: title(advice, name), text }
}
