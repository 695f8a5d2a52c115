/** Why the server said no, in the language of the page. */

import { Refusal } from '../lib/api'
import { type Key, t } from '../lib/words.svelte'

const BY_STATUS: Partial<Record<number, Key>> = {
  0: 'problem.offline',
  401: 'problem.nobody',
  403: 'problem.notallowed',
  404: 'problem.notable',
  429: 'problem.toomuch',
  503: 'problem.busy',
}

// The server says it in English; what it says at a table that gathers is known.
const BY_WORDS: [RegExp, Key][] = [
  [/^seat \d+ is taken/, 'problem.taken'],
  [/^seat \d+ is still free/, 'problem.free'],
  [/^the game has begun/, 'problem.begun'],
  [/^the (table is closed|game is over)/, 'problem.closed'],
  [/^nobody came to this table/, 'problem.closed'],
  [/^a name has/, 'problem.name'],
  [/invit/, 'problem.invite'],
  [/^you have \d+ tables/, 'problem.tables'],
]

export function problem(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  const known = BY_WORDS.find(([pattern]) => pattern.test(error.message))?.[1] ?? BY_STATUS[error.status]
  return known ? t(known) : error.message
}
