/** What happened, in words: for the replay and for screen readers at a table. */

import type { Colour, PegMoved, Told, WentOut } from '../net/wire'
import { halves } from '../pieces/colours'
import { gainsOf, summed } from './story'
import { list, t } from '../i18n/catalogue.svelte'

/** The rule by which the duel is won at once: the pegs are on one side, and need not be complete. */
const DUEL_WON = 'E5'

const colour = (symbol: Colour): string => t(`colour.${symbol}`)
const colours = (letters: string): string => list([...letters].map((letter) => colour(letter as Colour)))

/** A tile or card by its colours: "red/blue". */
export const pairName = (pair: string): string => halves(pair).map(colour).join('/')

function gained(story: readonly Told[]): string {
  const gains = summed(gainsOf(story))
  if (!gains.length) return t('tell.nothing')
  return list(gains.map(({ symbol, points }) => t('tell.gain', { n: points, colour: colour(symbol) })))
}

function lost({ symbol, lost: n, blockers }: PegMoved): string {
  const values = { n, colour: colour(symbol) }
  return blockers ? t('tell.lost.closed', { ...values, blockers: colours(blockers) }) : t('tell.lost.end', values)
}

function out(told: WentOut, name: string): string[] {
  const values = { name, colour: colour(told.symbol), n: told.bonus_lost }
  const why = t(told.repeated ? 'tell.out.repeated' : 'tell.out.missing', values)
  return told.bonus_lost ? [why, t('tell.out.bonus', values)] : [why]
}

/**
 * The story of one decision as short sentences. The next turn is left out, unless the same seat
 * continues with a bonus; so are the pieces drawn, which are hidden from the others.
 */
export function tellStory(story: readonly Told[], name: (seat: number) => string): string[] {
  const put = story.some(([kind]) => kind === 'PutBack')
  const resolved = story.findIndex(([kind]) => kind === 'Matched' || kind === 'WildScored')
  const byCard = story.some(([kind]) => kind === 'Played')
  const gone = story.some(([kind]) => kind === 'WentOut') // its sentence names the tile as well
  return story.flatMap((event, k): string[] => {
    const [kind, told] = event
    switch (kind) {
      case 'Dealt':
        return [t('tell.dealt')]
      case 'Placed':
        return [
          t(told.bonus ? 'tell.placed.bonus' : 'tell.placed', {
            name: name(told.seat),
            tile: pairName(told.tile),
            gains: gained(story),
          }),
        ]
      case 'Played':
        return [t('tell.played', { name: name(told.seat), card: pairName(told.card), gains: gained(story) })]
      case 'Matched':
      case 'WildScored':
        // All dice of a turn share one sentence, and a card's sentence includes what it matched.
        return k === resolved && !byCard ? [t('tell.dice', { name: name(told.seat), gains: gained(story) })] : []
      case 'TilesScored':
        return [t('tell.scored', { name: name(told.seat), gains: gained(story) })]
      case 'PegMoved':
        return told.lost ? [lost(told)] : []
      case 'CalledIngenious':
        return [t('tell.ingenious', { name: name(told.seat), colour: colour(told.symbol) })]
      case 'TokenTaken':
        return [t('tell.token', { name: name(told.seat), colour: colour(told.symbol) })]
      case 'BonusLapsed':
        return [t('tell.lapsed', { n: told.count })]
      case 'Shown': {
        const values = { name: name(told.seat), n: told.pieces.length, pieces: list(told.pieces.map(pairName)) }
        return [t(put ? 'tell.swapped' : 'tell.discarded', values)]
      }
      case 'Drew':
        return told.shown.length ? [t('tell.next', { tile: list(told.shown.map(pairName)) })] : []
      case 'DeckRenewed':
        return [t('tell.renewed')]
      case 'Rolled':
        return [t('tell.rolled', { name: name(told.seat), n: told.roll, dice: colours(told.dice) })]
      case 'CentreRefilled':
        return [t('tell.refilled', { colours: colours(told.symbols) })]
      case 'TileDrawn':
        return gone ? [] : [t('tell.drew', { name: name(told.seat), colour: colour(told.symbol) })]
      case 'WentOut':
        return out(told, name(told.seat))
      case 'TurnBegan':
        return told.bonus ? [t('tell.bonus', { name: name(told.seat) })] : []
      case 'Resigned':
        return [t('tell.resigned', { name: name(told.seat) })]
      case 'Ended':
        if (told.reason === 'resigned') return []
        return [t(told.why === DUEL_WON ? 'tell.ended.instant-win.duel' : `tell.ended.${told.reason}`)]
      default:
        return []
    }
  })
}
