/** What bots played for people who were out of time or had left. Only a table knows it, no record. */

import { list, t } from '../../i18n/catalogue.svelte'
import type { RecordDocument } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { movesOf } from '../../moves/moves'

/** A seat as one says it after "for". */
export const forWhom = (here: TableState, seat: number): string =>
  here.yours.length === 1 && here.yours[0] === seat ? t('for.you') : here.name(seat)

/** Whose moves bots made, and how many of them, sentence by sentence; `entries` are those that bots decided. */
export function botsPlayed(record: RecordDocument, entries: readonly number[] | undefined, name: (seat: number) => string): string[] {
  if (!entries?.length) return []
  const moves = movesOf(record, new Map(), entries).filter((move) => move.number !== null)
  const whole: string[] = [] // the people whose moves were all made by bots
  const parts = record.seats.flatMap((_, seat) => {
    const own = moves.filter((move) => move.seat === seat)
    const n = own.filter((move) => move.standIn).length
    if (!n) return []
    const values = { n, name: name(seat) }
    if (n === own.length) {
      whole.push(values.name)
      return []
    }
    return [t(own.slice(-n).every((move) => move.standIn) ? 'result.bots.last' : 'result.bots', values)]
  })
  return whole.length ? [t('result.bots.all', { names: list(whole) }), ...parts] : parts
}
