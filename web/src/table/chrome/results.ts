/** Who has won, and the places of all players at the end. */

import { list, t } from '../../i18n/catalogue.svelte'
import type { LogEntry, MatchTally, Position, ResultDoc, Rules } from '../../net/wire'
import type { TableState } from '../state.svelte'

export interface Place {
  rank: number // among the sides
  seats: number[]
  values: number[] // as many deciding values as distinguish the sides; none after a resignation
  resigned?: boolean // it gave the game up
}

const differ = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, k) => value !== b[k])
  return at < 0 ? a.length : at + 1
}

/** The sides by their rank, with what decided. */
export function placesOf({ sides: all }: Rules, { ranks, reason }: ResultDoc, { ranked_by }: Pick<Position, 'ranked_by'>): Place[] {
  const sides = all.map((seats) => {
    const first = seats[0] ?? 0
    return { seats, rank: ranks[first] ?? 1, by: ranked_by[first] ?? [] }
  })
  return sides
    .map(({ seats, rank, by }): Place => {
      const place = 1 + sides.filter((side) => side.rank < rank).length
      // Only one of two sides can resign. It comes last, however the pegs stand.
      if (reason === 'resigned') return { rank: place, seats, values: [], resigned: place > 1 }
      // Sides that share a rank are equal in everything, so no value distinguishes them.
      const others = sides.filter((side) => side.rank !== rank)
      const needed = Math.max(1, ...others.map((side) => differ(by, side.by)))
      return { rank: place, seats, values: by.slice(0, needed) }
    })
    .sort((a, b) => a.rank - b.rank)
}

interface Reader {
  name: (seat: number) => string
  you: number | null // the seat of the reader, who is called "you"
}

/** The winners in one line; of a challenge in a match by its number. */
export function winners(places: readonly Place[], { name, you }: Reader, challenge: number | null = null): string {
  const won = places.filter((place) => place.rank === 1)
  const seats = won.flatMap((place) => place.seats)
  const shared = won.length > 1
  const mine = you !== null && seats.includes(you)
  const values = { name: name(seats[0] ?? -1), names: list(seats.map(name)), n: challenge ?? 0 }
  if (challenge !== null) {
    if (mine) return t(shared ? 'result.share.challenge' : 'result.win.challenge', values)
    return t(shared ? 'result.others.challenge' : 'result.other.challenge', values)
  }
  if (seats.length === 1) return mine ? t('result.win') : t('result.other', values)
  if (shared) return mine ? t('result.share') : t('result.others', values)
  return t(mine ? 'result.team.you' : 'result.team', values)
}

/** The same at a table; for a solo player, the score. */
export function headline(here: TableState, places: readonly Place[], challenge: number | null = null): string {
  const you = here.yours.length === 1 ? (here.yours[0] ?? null) : null
  const [first, ...others] = places
  if (first && !others.length && you !== null) return t('result.solo', { n: first.values[0] ?? 0 })
  return winners(places, { name: (seat) => here.name(seat), you }, challenge)
}

const whoResigned = (log: readonly LogEntry[]): number | null => log.findLast(({ resign }) => resign !== undefined)?.seat ?? null

/** The places of a match by its points, as if it were a game of one peg. */
export const placesInMatch = ({ totals, ranks }: MatchTally): Place[] =>
  totals.map((total, seat) => ({ rank: ranks[seat] ?? 1, seats: [seat], values: [total] }))

/** Why the match is over; the player who gave it up is last, whatever the points. */
export function matchReason(here: TableState, { ranks, resigned }: MatchTally): string {
  if (!resigned) return t('match.over')
  const seat = ranks.indexOf(Math.max(...ranks))
  if (here.yours.length === 1 && here.yours[0] === seat) return t('match.resigned.you')
  return t('match.resigned', { name: here.name(seat) })
}

/** Why it is over, where the pegs alone do not say it: a player resigned, or no peg moved for too long. Else empty. */
export function reasonOf(here: TableState, { reason }: Pick<ResultDoc, 'reason'>): string {
  if (reason === 'stalled') return t('result.stalled')
  if (reason !== 'resigned') return ''
  const seat = whoResigned(here.record?.log ?? [])
  if (seat === null) return ''
  if (here.yours.length === 1 && here.yours[0] === seat) return t('result.resigned.you')
  return t('result.resigned', { name: here.name(seat) })
}
