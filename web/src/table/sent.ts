/** A decision that was sent, and what became of it if its answer never came. */

import type { DecisionDoc, News } from '../net/wire'

export interface Sent {
  seat: number
  number: number // the number that the decision was to get at first
  decision: DecisionDoc
}

/** The fields of a decision that the log repeats unchanged; the others appear only as their outcome. */
const REPEATED = ['place', 'at', 'free'] as const

/** Whether the news show that this decision was made, and not another one or one by a bot. */
export function wasMade({ seat, number, decision }: Sent, news: readonly News[]): boolean {
  const made = news.find((item) => item.event === 'played' && item.seat === seat && item.number >= number)
  if (made?.event !== 'played' || made.stand_in) return false
  const [wanted, entry] = [decision, made.entries?.[0] ?? {}].map((one) => one as Record<string, unknown>)
  return REPEATED.every((key) => JSON.stringify(entry?.[key]) === JSON.stringify(wanted?.[key]))
}
