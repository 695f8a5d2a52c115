/** What happened, in words: for the replay and for screen readers at a table. */

import type { Colour, PegMoved, StoryEvent, WentOut } from '../net/wire'
import { halves } from '../pieces/colours'
import { gainsOf, summed } from './story'
import { list, t } from '../i18n/catalogue.svelte'

/** The rule by which the duel is won at once: the pegs are on one side, and need not be complete. */
const DUEL_WON = 'E5'

const colour = (symbol: Colour): string => t(`colour.${symbol}`)
const colours = (letters: string): string => list([...letters].map((letter) => colour(letter as Colour)))

/** A tile or card by its colours: "red/blue". */
export const pairName = (pair: string): string => halves(pair).map(colour).join('/')

function gained(story: readonly StoryEvent[]): string {
  const gains = summed(gainsOf(story))
  if (!gains.length) return t('tell.nothing')
  return list(gains.map(({ symbol, points }) => t('tell.gain', { n: points, colour: colour(symbol) })))
}

function lost({ symbol, lost: n, blockers }: PegMoved): string {
  const values = { n, colour: colour(symbol) }
  return blockers ? t('tell.lost.closed', { ...values, blockers: colours(blockers) }) : t('tell.lost.end', values)
}

function out(event: WentOut, name: string): string[] {
  const values = { name, colour: colour(event.symbol), n: event.bonus_lost }
  const why = t(event.repeated ? 'tell.out.repeated' : 'tell.out.missing', values)
  return event.bonus_lost ? [why, t('tell.out.bonus', values)] : [why]
}

/**
 * The story of one decision as short sentences. The next turn is left out, unless the same seat
 * continues with a bonus; so are the pieces drawn, which are hidden from the others.
 */
export function describeStory(story: readonly StoryEvent[], name: (seat: number) => string): string[] {
  const put = story.some(([kind]) => kind === 'PutBack')
  const resolved = story.findIndex(([kind]) => kind === 'Matched' || kind === 'WildScored')
  const byCard = story.some(([kind]) => kind === 'Played')
  const gone = story.some(([kind]) => kind === 'WentOut') // its sentence names the tile as well
  return story.flatMap(([kind, event], k): string[] => {
    switch (kind) {
      case 'Dealt':
        return [t('tell.dealt')]
      case 'Placed':
        return [
          t(event.bonus ? 'tell.placed.bonus' : 'tell.placed', {
            name: name(event.seat),
            tile: pairName(event.tile),
            gains: gained(story),
          }),
        ]
      case 'Played':
        return [t('tell.played', { name: name(event.seat), card: pairName(event.card), gains: gained(story) })]
      case 'Matched':
      case 'WildScored':
        // All dice of a turn share one sentence, and a card's sentence includes what it matched.
        return k === resolved && !byCard ? [t('tell.dice', { name: name(event.seat), gains: gained(story) })] : []
      case 'TilesScored':
        return [t('tell.scored', { name: name(event.seat), gains: gained(story) })]
      case 'PegMoved':
        return event.lost ? [lost(event)] : []
      case 'CalledIngenious':
        return [t('tell.ingenious', { name: name(event.seat), colour: colour(event.symbol) })]
      case 'TokenTaken':
        return [t('tell.token', { name: name(event.seat), colour: colour(event.symbol) })]
      case 'BonusLapsed':
        return [t('tell.lapsed', { n: event.count })]
      case 'Shown': {
        const values = { name: name(event.seat), n: event.pieces.length, pieces: list(event.pieces.map(pairName)) }
        return [t(put ? 'tell.swapped' : 'tell.discarded', values)]
      }
      case 'Drew':
        return event.shown.length ? [t('tell.next', { tile: list(event.shown.map(pairName)) })] : []
      case 'DeckRenewed':
        return [t('tell.renewed')]
      case 'Rolled':
        return [t('tell.rolled', { name: name(event.seat), n: event.roll, dice: colours(event.dice) })]
      case 'CentreRefilled':
        return [t('tell.refilled', { colours: colours(event.symbols) })]
      case 'TileDrawn':
        return gone ? [] : [t('tell.drew', { name: name(event.seat), colour: colour(event.symbol) })]
      case 'WentOut':
        return out(event, name(event.seat))
      case 'TurnBegan':
        return event.bonus ? [t('tell.bonus', { name: name(event.seat) })] : []
      case 'Resigned':
        return [t('tell.resigned', { name: name(event.seat) })]
      case 'Ended':
        if (event.reason === 'resigned') return []
        return [t(event.why === DUEL_WON ? 'tell.ended.instant-win.duel' : `tell.ended.${event.reason}`)]
      default:
        return []
    }
  })
}
