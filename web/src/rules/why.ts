/**
 * One sentence for each rule by which a move is refused or points are lost.
 *
 * The server explains the case in English; this is the rule in the language of the page.
 */

import { has, t } from '../i18n/catalogue.svelte'
import type { PegMoved } from '../net/wire'

/** The sentence for a rule, or nothing if there is none. */
export function why(rule: string | null | undefined): string {
  if (!rule) return ''
  const key = `why.${rule}`
  return has(key) ? t(key) : ''
}

/** Why a move was refused: our sentence for its rule, else what the server says. */
export function whyRefused(message: string, rule: string | null | undefined): string {
  return why(rule) || message
}

/** Why points were lost: where the peg stands says which part of the rule it was. */
export function whyLost(moved: Pick<PegMoved, 'why' | 'end' | 'blockers'>): string {
  const stop = moved.why === 'F2' && moved.blockers ? moved.end + 1 : moved.end
  const exact = `why.${moved.why}.${stop}`
  return has(exact) ? t(exact) : why(moved.why)
}
