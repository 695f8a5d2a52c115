/** What the bot suggests at a board, as it is shown. */

import { type Laid, same } from '../../lib/geometry'
import { type People, reasonOf } from '../../lib/reasons'
import type { Hint } from '../../wire'
import { pairKey } from './ground'

export interface Shown {
  laid: Laid | null // null: it is not about placing
  chance: number
  reason: string
}

/** The hints in the words of the page. */
export function shownHints(hints: readonly Hint[], people: People): Shown[] {
  return hints.map((hint): Shown => {
    const { entry, chance } = hint
    const laid = 'place' in entry ? { tile: entry.place, at: entry.at } : null
    return { laid, chance, reason: reasonOf(hint, people) }
  })
}

/** The hint that a held tile follows, or -1. */
export function followed(hints: readonly Shown[], held: Laid | null): number {
  if (!held) return -1
  const turned = held.tile[1]! + held.tile[0]!
  return hints.findIndex(({ laid }) => {
    if (!laid || pairKey(laid.at) !== pairKey(held.at)) return false
    return same(laid.at[0], held.at[0]) ? laid.tile === held.tile : laid.tile === turned
  })
}
