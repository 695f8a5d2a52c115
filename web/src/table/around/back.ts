/** Whose decision is taken back. */

import type { TableState } from '../state.svelte'

/** The own seat that decided last, if something can be taken back now. */
export function seatToTakeBack(here: TableState): number | null {
  if (!here.view?.can?.includes('back')) return null
  const last = here.record?.log.findLast(
    (entry) => here.yours.includes(entry.seat) && !('draw' in entry && !('swap' in entry)) && !('roll' in entry),
  )
  return last?.seat ?? here.yours[0] ?? null
}
