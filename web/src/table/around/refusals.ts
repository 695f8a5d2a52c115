/** Why something was not done, in the words of whoever reads it. */

import type { Refusal } from '../../lib/api'
import { t } from '../../lib/words.svelte'

export function explained(refusal: Refusal): string {
  if (refusal.status === 503) return t('strip.busy')
  if (refusal.number !== null) return t('strip.stale')
  return t('strip.no')
}
