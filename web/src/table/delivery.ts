/** Sends a decision, again if the connection breaks, so that it is made exactly once. */

import type { DecisionDoc, LogEntry, News } from '../net/wire'
import type { TableState } from './state.svelte'

/** How often a decision is sent again before the page says that the server does not answer. */
const MAX_RESENDS = 5

/** The fields of a decision that the log repeats unchanged; the others appear only as their outcome. */
const REPEATED = ['place', 'at', 'free', 'resign'] as const

/** Whether two logs are equal; after a new connection the same log comes as another object. */
export function isSameLog(a: readonly LogEntry[] | undefined, b: readonly LogEntry[] | undefined): boolean {
  return a === b || (a?.length === b?.length && JSON.stringify(a) === JSON.stringify(b))
}

/** Whether the news from a number on show that a seat made this decision, and not another one or a stand-in. */
function wasMade(seat: number, decision: DecisionDoc, number: number, news: readonly News[]): boolean {
  return news.some((item) => {
    if (item.event !== 'played' || item.seat !== seat || item.number < number || item.stand_in) return false
    const [wanted, entry] = [decision, item.entries?.[0] ?? {}].map((one) => one as Record<string, unknown>)
    return REPEATED.every((key) => JSON.stringify(entry?.[key]) === JSON.stringify(wanted?.[key]))
  })
}

/** A new connection of a shared screen shows no hand, and the server accepts decisions only for the hand that is shown. */
async function looksAgain(here: TableState, seat: number, decision: DecisionDoc): Promise<boolean> {
  const { yours = [], looks = null } = here.live.view ?? {}
  if (yours.length < 2 || looks === seat || decision.resign) return true
  return (await here.send({ do: 'look', seat })) !== null
}

/**
 * Make a decision at a number of the table; whether it was made. It is still valid if only words were said since then,
 * and a resignation also if another player moved.
 * If the connection breaks before the answer comes, it is sent again with the same number once the table is received
 * again, unless the table shows that it was made.
 */
export async function deliver(here: TableState, seat: number, decision: DecisionDoc, at: number): Promise<boolean> {
  const seen = here.record?.log
  let number = at
  for (let resends = 0; ;) {
    const looks = resends === 0 || (await looksAgain(here, seat, decision))
    if (looks && (await here.send({ do: 'play', seat, number: number + 1, decision }))) return true
    const isUnanswered = here.refusal?.code === 'offline'
    if (isUnanswered && (resends++ === MAX_RESENDS || !(await here.live.whole()))) return false
    if (resends && wasMade(seat, decision, at + 1, here.received)) {
      here.refusal = null
      return true
    }
    if (isUnanswered) continue
    const now = here.refusal?.number ?? null
    if (now === null || now <= number || now !== here.live.view?.number) return false
    if (!decision.resign && !isSameLog(seen, here.live.record?.log)) return false
    number = now
  }
}
