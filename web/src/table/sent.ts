/** A decision that was sent, and what became of it if its answer never came. */

import type { Decision, News } from '../wire'

export interface Sent {
  seat: number
  number: number // the number that the decision was to get at first
  decision: Decision
}

/** What a log repeats as it was decided; of the rest it tells only what came of it. */
const REPEATED = ['place', 'at', 'free'] as const

/** Whether the news tell that this decision was made, and not another one in its place or by a bot. */
export function wasMade({ seat, number, decision }: Sent, news: readonly News[]): boolean {
  const made = news.find((item) => item.event === 'played' && item.seat === seat && item.number >= number)
  if (made?.event !== 'played' || made.stand_in) return false
  const [wanted, entry] = [decision, made.entries?.[0] ?? {}].map((one) => one as Record<string, unknown>)
  return REPEATED.every((key) => JSON.stringify(entry?.[key]) === JSON.stringify(wanted?.[key]))
}
