/** Why the server said no, on a page; whatever else went wrong is a mistake of ours. */

import { Refusal } from '../net/http'
import { refused } from '../text/refused'

export function problem(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return refused(error)
}
