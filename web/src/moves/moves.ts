/** The moves in the log of a record: what was done, and what it gained. */

import type { Piece } from '../pieces/Pieces.svelte'
import { calledOf, gainsOf, summed, type Gain } from '../text/story'
import { halves } from '../pieces/colours'
import type { Colour, Game, LogEntry, RecordDocument, StoryEvent } from '../net/wire'
import type { Stories } from './stories'

export interface Move {
  at: number // the place of the decision in the log
  number: number | null // turns are counted, swaps are not
  seat: number
  kind: 'place' | 'play' | 'dice' | 'score' | 'out' | 'free' | 'swap' | 'discard' | 'resign'
  piece: Piece
  pieces: string[]
  gains: Gain[] | null // null: not known any more
  bonus: boolean
  called: Colour[] // Ingenious!
  standIn: boolean // a bot made it for the player at the seat
}

const PIECES: Record<Game, Piece> = {
  classic: 'tile',
  solo: 'tile',
  team: 'tile',
  duel: 'tile',
  cards: 'card',
  dice: 'die',
  tiles: 'hexagon',
}

type Done = Pick<Move, 'kind' | 'pieces' | 'gains'>

/** Reads a log entry by entry, and keeps what belongs to a decision that comes later. */
class Reader {
  #roll: string[] = []
  #drawn: string[] = []
  #log: readonly LogEntry[]

  constructor(log: readonly LogEntry[]) {
    this.#log = log
  }

  /** What an entry decided, or null if it only tells what chance brought. */
  read(entry: LogEntry, at: number, story: StoryEvent[] | undefined): Done | null {
    const gains = story ? gainsOf(story) : null
    if (entry.place !== undefined) return { kind: 'place', pieces: [entry.place], gains: placed(entry.place, entry.gain) }
    if (entry.swap !== undefined) return { kind: 'swap', pieces: entry.swap, gains: [] }
    if (entry.play !== undefined) return { kind: 'play', pieces: [entry.play], gains }
    if (entry.discard !== undefined) return { kind: 'discard', pieces: entry.discard, gains: [] }
    if (entry.resolve !== undefined) return { kind: 'dice', pieces: this.#roll, gains: gains && summed(gains) }
    if (entry.score !== undefined) return { kind: 'score', pieces: this.#taken(), gains: gains && summed(gains) }
    if (entry.free !== undefined) return { kind: 'free', pieces: [entry.free], gains: gains && summed(gains) }
    if (entry.resign !== undefined) return { kind: 'resign', pieces: [], gains: [] }
    if (entry.roll !== undefined) this.#roll = entry.roll
    else if (typeof entry.draw === 'string') {
      this.#drawn.push(entry.draw)
      if (this.#isOut(entry.seat, at, story)) return { kind: 'out', pieces: this.#taken(), gains: [] }
    }
    return null
  }

  #taken(): string[] {
    const taken = this.#drawn
    this.#drawn = []
    return taken
  }

  /** Whether the tile just drawn ended the turn: then another player goes on. */
  #isOut(seat: number, at: number, story: StoryEvent[] | undefined): boolean {
    if (story) return story.some(([kind]) => kind === 'WentOut')
    const next = this.#log[at + 1]
    return next !== undefined && (next.seat !== seat || next.refill !== undefined)
  }
}

function placed(tile: string, gain: [number, number] | undefined): Gain[] | null {
  if (!gain) return null
  const [a, b] = halves(tile)
  return [
    { symbol: a, points: gain[0] },
    { symbol: b, points: gain[1] },
  ]
}

/** All moves of a record, the first one first; `byBots` are the entries that bots decided for players. */
export function movesOf({ game, log }: RecordDocument, stories: Stories, byBots: readonly number[] = []): Move[] {
  const reader = new Reader(log)
  const moves: Move[] = []
  let number = 0
  let before = -1 // where the last move was decided
  log.forEach((entry, at) => {
    const story = stories.get(at)
    const done = reader.read(entry, at, story)
    if (!done) return
    const counts = done.kind !== 'swap' && done.kind !== 'discard' && done.kind !== 'resign'
    moves.push({
      ...done,
      at,
      number: counts ? ++number : null,
      seat: entry.seat,
      piece: PIECES[game],
      bonus: story?.some((event) => event[0] === 'Placed' && event[1].bonus) ?? false,
      called: story ? calledOf(story) : [],
      standIn: byBots.some((one) => one > before && one <= at && log[one]?.seat === entry.seat),
    })
    before = at
  })
  return moves
}
