/**
 * Keeps the order of a rack, so that it is the same when the page is loaded again. Only the order is stored, not the
 * tiles: another player at a shared screen could find them.
 */

import type { LogEntry } from '../../net/wire'
import type { Places } from './racks'

interface Kept {
  moves: number // of the seat, when this was its order
  order: number[] // for each place the number of its tile in the server's rack, -1 for none
}

const keyFor = (table: string, seat: number): string => `ingenious-rack ${table} ${seat}`

/** The number of entries that may have changed the rack of a seat. */
export const movesOf = (log: readonly LogEntry[], seat: number): number => log.filter((entry) => entry.seat === seat).length

/** For each place the index of its tile in the rack; each of several equal tiles once. */
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

/** Store the order of a rack. */
export function keep(table: string, seat: number, moves: number, places: Places, rack: readonly string[]): void {
  const kept: Kept = { moves, order: orderOf(places, rack) }
  try {
    sessionStorage.setItem(keyFor(table, seat), JSON.stringify(kept))
  } catch {
    // Without storage, the rack has the server's order after a reload.
  }
}

/** The places of a rack as they were stored; none if the rack has changed since. */
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
