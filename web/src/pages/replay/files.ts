/** Reads record files that the user opens, and finds the games in them. */

import type { AnyRecord, RecordDocument } from '../../net/wire'

/** Why a file cannot be shown. */
export class RecordError extends Error {
  readonly reason: 'empty' | 'cut' | 'other' | 'unreadable' | 'running' | 'redacted' | 'large'
  readonly line: number

  constructor(reason: RecordError['reason'], line = 0) {
    super(reason)
    this.reason = reason
    this.line = line
  }
}

/** The beginning of a record. */
const BEGUN = /^\s*\{\s*"format":\s*"ingenious-(record|match)\//

/** Whether a record is truncated: it has unclosed braces. */
const isCut = (text: string): boolean => BEGUN.test(text) && text.split('{').length > text.split('}').length

/** The line number of a bad line is only given if the file has other games: a picture has no lines. */
const notAGame = (line: number, first: boolean): RecordError => (first ? new RecordError('other') : new RecordError('unreadable', line))

function lines(text: string): { value: unknown; line: number; first: boolean }[] {
  try {
    return [{ value: JSON.parse(text), line: 1, first: true }]
  } catch {
    // Not a single object, so one per line.
  }
  let first = true
  const last = text.trimEnd().split('\n').length
  return text.split('\n').flatMap((part, k) => {
    if (!part.trim()) return []
    try {
      const found = { value: JSON.parse(part) as unknown, line: k + 1, first }
      first = false
      return [found]
    } catch {
      const cut = first ? isCut(text) : k + 1 === last && isCut(part)
      throw cut ? new RecordError('cut') : notAGame(k + 1, first)
    }
  })
}

/** The finished games of a file, with those of a match one by one. The server checks whether they follow the rules. */
export function gamesIn(text: string): RecordDocument[] {
  if (!text.trim()) throw new RecordError('empty')
  const found = lines(text).flatMap(({ value, line, first }): RecordDocument[] => {
    const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : null
    if (format === 'ingenious-record/1') return [value as RecordDocument]
    if (format === 'ingenious-match/1') return (value as Extract<AnyRecord, { games: unknown }>).games
    throw notAGame(line, first)
  })
  const over = found.filter((record) => record.result)
  if (!over.length) throw new RecordError('running')
  const whole = over.filter((record) => record.view === undefined)
  if (!whole.length) throw new RecordError('redacted')
  return whole
}
