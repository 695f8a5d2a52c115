/** The stories of the decisions in a log, by the place of the decision there, as far as they are known. */

import type { LogEntry, News, StoryEvent } from '../net/wire'

export type Stories = ReadonlyMap<number, StoryEvent[]>

const equal = (a: LogEntry | undefined, b: LogEntry): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The pieces that were drawn are sent again when a game is over, so only the decision itself is compared. */
function standsAt(log: readonly LogEntry[], at: number, entries: readonly LogEntry[]): boolean {
  return at >= 0 && entries.every((entry, k) => entry.draw !== undefined || equal(log[at + k], entry))
}

/**
 * The stories known before and those that the news bring. What was taken back is no longer in the log, so the news
 * are laid on it from its end, and what does not fit there is left out.
 */
export function addStories(before: Stories, log: readonly LogEntry[], news: readonly News[]): Stories {
  const begun = news.findLastIndex((item) => item.event === 'started')
  const found = new Map(begun >= 0 ? [] : [...before].filter(([at]) => at < log.length))
  let end = log.length
  for (const item of news.slice(begun + 1).toReversed()) {
    if (item.event !== 'played' || !item.entries?.length) continue
    const at = end - item.entries.length
    if (!standsAt(log, at, item.entries)) continue
    found.set(at, item.story)
    end = at
  }
  return found
}
