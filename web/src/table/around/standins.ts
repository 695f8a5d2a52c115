/** What bots played for people: whoever was out of time, or had left. Only a table knows it, no record. */

import { t } from '../../lib/words.svelte'
import type { RecordDocument } from '../../wire'
import type { TableState } from '../state.svelte'
import { movesOf } from './moves'

/** A seat as one says it after "for". */
export const forWhom = (here: TableState, seat: number): string =>
  here.yours.length === 1 && here.yours[0] === seat ? t('for.you') : here.name(seat)

/** For whom bots played, and how much of the game, in a sentence for each; `entries` are those that bots decided. */
export function botsPlayed(
  record: RecordDocument,
  entries: readonly number[] | undefined,
  name: (seat: number) => string,
): string[] {
  if (!entries?.length) return []
  const moves = movesOf(record, new Map(), entries).filter((move) => move.number !== null)
  return record.seats.flatMap((_, seat) => {
    const own = moves.filter((move) => move.seat === seat)
    const n = own.filter((move) => move.standIn).length
    if (!n) return []
    const values = { n, name: name(seat) }
    if (n === own.length) return [t('result.bots.all', values)]
    return [t(own.slice(-n).every((move) => move.standIn) ? 'result.bots.last' : 'result.bots', values)]
  })
}
