/** Why something was not done, in the words of whoever reads it. */

import type { Refusal } from '../../lib/api'
import { type Key, t } from '../../lib/words.svelte'
import { why } from '../../rules/why'
import type { Game } from '../../wire'

// What the server says without a rule, as far as it can happen to somebody who uses our buttons.
const KNOWN: [RegExp, Key][] = [
  [/^one word a second/, 'strip.slow'],
  [/^that was quick/, 'strip.slow'],
  [/^the time of seat/, 'strip.late.you'],
  [/that is enough$/, 'strip.enough'],
]

export function explained(refusal: Refusal, game: Game): string {
  if (refusal.status === 503) return t('strip.busy')
  if (refusal.number !== null) return t('strip.stale')
  const known = KNOWN.find(([pattern]) => pattern.test(refusal.message))
  return why(refusal.rule, game) || t(known?.[1] ?? 'strip.no')
}
