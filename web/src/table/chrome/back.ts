/** Whose decision is taken back. */

import type { TableState } from '../state.svelte'

/** The own seat that decided last, if something can be taken back now. */
export function seatToTakeBack(here: TableState): number | null {
  if (!here.view?.can?.includes('takeback')) return null
  const last = here.record?.log.findLast(
    ({ seat, draw, swap, roll }) => here.yours.includes(seat) && (draw === undefined || swap !== undefined) && roll === undefined,
  )
  return last?.seat ?? here.yours[0] ?? null
}
