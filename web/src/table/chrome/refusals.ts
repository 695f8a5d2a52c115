/** Why something was not done at a table: the rule of the game, if it was one. */

import type { Refusal } from '../../net/http'
import { refused } from '../../text/refused'
import { why } from '../../rules/why'

export function explained(refusal: Refusal): string {
  return why(refusal.rule) || refused(refusal)
}
