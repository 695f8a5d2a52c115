/** The rows of a list of moves. */

import type { Piece } from '../pieces/Pieces.svelte'
import { calledOf, eventOf, type Gain, gainsOf, summed } from '../text/story'
import { t } from '../i18n/catalogue.svelte'
import { type Step, turnsOf } from '../positions/steps'
import type { StoryEvent } from '../net/wire'
import type { Move } from './moves'

export interface Row {
  at: number // which one it is: a place in the log, or the number of a step
  number: number | null
  name: string
  isSameTurn?: boolean // the name stands above
  isDeal?: boolean
  isCalled?: boolean // "Ingenious!" stands as a mark
  bot: string // that a bot made it for a player; else empty
  piece: Piece
  pieces: readonly string[]
  word: string // what the pieces do not tell
  gains: readonly Gain[]
}

/** The names of a seat, as the subject of a sentence and after "for". */
export interface SeatNames {
  name: (seat: number) => string
  forName: (seat: number) => string
}

function wordOf({ kind, called, bonus }: Move): string {
  if (called.length) return t('moves.called')
  if (kind === 'swap' || kind === 'discard' || kind === 'resign' || kind === 'out' || kind === 'free') return t(`moves.${kind}`)
  return bonus ? t('moves.bonus') : ''
}

/** A move at a table. */
export const rowOf = (move: Move, { name, forName }: SeatNames): Row => ({
  at: move.at,
  number: move.number,
  name: name(move.seat),
  bot: move.standIn ? t('moves.bot', { name: forName(move.seat) }) : '',
  piece: move.piece,
  pieces: move.pieces,
  word: wordOf(move),
  gains: move.gains ?? [],
})

/** The pieces of a decision and what it gained: of a tile or a card for both halves, else only what scored. */
export function movedIn(story: readonly StoryEvent[]): Pick<Row, 'piece' | 'pieces' | 'gains'> {
  const placed = eventOf(story, 'Placed')
  if (placed) return { piece: 'tile', pieces: [placed.tile], gains: gainsOf(story) }
  const played = eventOf(story, 'Played')
  if (played) return { piece: 'card', pieces: [played.card], gains: gainsOf(story) }
  const shown = eventOf(story, 'Shown')
  if (shown) return { piece: eventOf(story, 'PutBack') ? 'tile' : 'card', pieces: shown.pieces, gains: [] }
  const rolled = eventOf(story, 'Rolled')
  if (rolled) return { piece: 'die', pieces: [...rolled.dice], gains: [] }
  const drawn = eventOf(story, 'TileDrawn')
  return { piece: 'hexagon', pieces: drawn ? [drawn.symbol] : [], gains: summed(gainsOf(story)) }
}

/** All steps of a game; `byBots` are the entries that bots decided for players. */
export function rowsOf(steps: readonly Step[], { name, forName }: SeatNames, byBots: readonly number[]): Row[] {
  return turnsOf(steps).flatMap((turn) =>
    turn.map((step, k): Row => {
      const { seat, story } = step
      const moved = movedIn(story)
      const isNothing = !moved.pieces.length && !moved.gains.length
      const isBot = seat !== null && byBots.some((entry) => step.entries.includes(entry))
      return {
        ...moved,
        at: step.number,
        number: k === 0 ? step.turn || null : null,
        name: seat === null ? t('replay.deal') : name(seat),
        isSameTurn: k > 0,
        isDeal: seat === null,
        isCalled: calledOf(story).length > 0,
        bot: isBot ? t('moves.bot', { name: forName(seat) }) : '',
        word: eventOf(story, 'WentOut')
          ? t('moves.out')
          : eventOf(story, 'Resigned')
            ? t('moves.resign')
            : isNothing
              ? t('tell.nothing')
              : '',
      }
    }),
  )
}
