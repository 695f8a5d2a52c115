/** The rule by which something out of the ordinary happened in a step, to be read up. */

import type { Told } from '../../net/wire'

/** What a step is best explained by, if it tells of several. */
const FIRST: Told[0][] = ['Ended', 'WentOut', 'BonusLapsed', 'CalledIngenious', 'PegMoved', 'Shown', 'DeckRenewed']

/** The one that matters most; null where a move was like most of them. */
export function ruleOf(story: readonly Told[]): string | null {
  const rules = story.flatMap(([kind, told]) => ('why' in told && told.why ? [{ kind, rule: told.why }] : []))
  rules.sort((a, b) => FIRST.indexOf(a.kind) - FIRST.indexOf(b.kind))
  return rules[0]?.rule ?? null
}
