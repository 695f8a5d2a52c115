/** What the bot suggests at a board, as it is shown. */

import type { Laid } from '../../pieces/geometry'
import { isPlacement } from '../../moves/placement'
import { type People, reasonOf } from '../../text/reasons'
import type { HintDoc } from '../../net/wire'
import { heldKey } from './placing.svelte'

export interface Shown {
  laid: Laid | null // null: it is not about placing
  measure: HintDoc['measure']
  value: number | null
  reason: string
}

/** The hints in the words of the page. */
export function shownHints(hints: readonly HintDoc[], people: People): Shown[] {
  return hints.map((hint): Shown => {
    const { entry, measure, value } = hint
    const laid = isPlacement(entry) ? { tile: entry.place, at: entry.at } : null
    return { laid, measure, value, reason: reasonOf(hint, people) }
  })
}

/** The hint that a held tile follows, or -1. Of two for one double on one place it is that with the same half first. */
export function followed(hints: readonly Shown[], held: Laid | null): number {
  if (!held) return -1
  const [a, b] = held.at
  const exact = hints.findIndex(({ laid }) => laid !== null && heldKey(laid) === heldKey(held))
  if (exact >= 0) return exact
  const turned = heldKey({ tile: held.tile[1]! + held.tile[0]!, at: [b, a] })
  return hints.findIndex(({ laid }) => laid !== null && heldKey(laid) === turned)
}
