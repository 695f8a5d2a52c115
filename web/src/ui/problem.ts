/** The text for a refusal by the server; any other error is a bug and is rethrown. */

import { Refusal } from '../net/http'
import { refused } from '../text/refused'

export function problem(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return refused(error)
}
