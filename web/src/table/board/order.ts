/**
 * The order of a rack as one sees it, kept for when the page is loaded anew. Only the order is: which place of the
 * server's rack lies where. What the tiles are is not written down, so that nobody who shares a screen finds them there.
 */

import type { LogEntry } from '../../net/wire'
import type { Places } from './racks'

interface Kept {
  moves: number // of the seat, when this was its order
  order: number[] // for each place the number of its tile in the server's rack, -1 for none
}

const keyFor = (table: string, seat: number): string => `ingenious-rack ${table} ${seat}`

/** How often something was done that may have changed the rack of a seat. */
export const movesOf = (log: readonly LogEntry[], seat: number): number =>
  log.filter((entry) => entry.seat === seat).length

/** For each place the number of its tile in the rack; of equal ones each once. */
function orderOf(places: Places, rack: readonly string[]): number[] {
  const left: (string | null)[] = [...rack]
  return places.map((tile) => {
    const found = tile === null ? -1 : left.indexOf(tile)
    if (found >= 0) left[found] = null
    return found
  })
}

function isKept(it: unknown): it is Kept {
  if (typeof it !== 'object' || it === null || !('moves' in it) || !('order' in it)) return false
  return typeof it.moves === 'number' && Array.isArray(it.order) && it.order.every((one) => Number.isInteger(one))
}

/** Keep in which order the tiles of a rack lie. */
export function keep(table: string, seat: number, moves: number, places: Places, rack: readonly string[]): void {
  const kept: Kept = { moves, order: orderOf(places, rack) }
  try {
    sessionStorage.setItem(keyFor(table, seat), JSON.stringify(kept))
  } catch {
    // Who may keep nothing sees the server's order.
  }
}

/** The places of a rack as they were kept; none if the rack has become another since, or it does not fit. */
export function kept(table: string, seat: number, moves: number, rack: readonly string[]): Places {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyFor(table, seat)) ?? 'null')
    if (!isKept(found) || found.moves !== moves) return []
    const used = found.order.filter((one) => one >= 0).sort((a, b) => a - b)
    if (used.length !== rack.length || used.some((one, k) => one !== k)) return []
    return found.order.map((one) => rack[one] ?? null)
  } catch {
    return []
  }
}
