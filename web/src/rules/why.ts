/**
 * One sentence for each rule by which a move is refused or points are lost.
 *
 * The server says it in English and for the very case; what is told here is the rule, in the language of the page.
 */

import { has, t } from '../lib/words.svelte'
import type { Game, PegMoved } from '../wire'

/** Rules that another game has under an id of its own. */
const INSTEAD: Partial<Record<Game, Record<string, string>>> = {
  solo: { B10: 'D3', B11: 'C2', B13: 'C1', B14: 'C1' },
  team: { B10: 'D3', B13: 'D5' },
  duel: { B10: 'E1', B13: 'E3' },
}

/** A rule by the id that it has in this game. */
export function ruleIn(game: Game, rule: string): string {
  return INSTEAD[game]?.[rule] ?? rule
}

/** The sentence for a rule, or nothing if there is none. */
export function why(rule: string | null | undefined, game?: Game): string {
  if (!rule) return ''
  const key = `why.${game ? ruleIn(game, rule) : rule}`
  return has(key) ? t(key) : ''
}

/** Why a move was refused: our sentence for its rule, else what the server says. */
export function whyRefused(message: string, rule: string | null | undefined, game?: Game): string {
  return why(rule, game) || message
}

/** Why points were lost: where the peg stands says which part of the rule it was. */
export function whyLost(moved: Pick<PegMoved, 'why' | 'end' | 'blockers'>, game?: Game): string {
  const stop = moved.why === 'F2' && moved.blockers ? moved.end + 1 : moved.end
  const exact = `why.${moved.why}.${stop}`
  return has(exact) ? t(exact) : why(moved.why, game)
}
