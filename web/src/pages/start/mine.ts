/** The user's own tables: their order, and what can be done there. */

import type { Key } from '../../i18n/catalogue.svelte'
import type { TableEntry } from '../../net/wire'

const mayAct = ({ brief, yours }: TableEntry): boolean =>
  brief.phase === 'gathering' || brief.phase === 'between' || (brief.turn !== null && yours.includes(brief.turn))

/** Tables where it is my turn, then other running ones, then finished ones; each newest first. */
export function inOrder(tables: readonly TableEntry[]): TableEntry[] {
  const weight = (entry: TableEntry): number => (entry.brief.phase === 'over' ? 2 : mayAct(entry) ? 0 : 1)
  return tables.filter((entry) => !wasClosed(entry)).sort((a, b) => weight(a) - weight(b) || b.changed - a.changed)
}

/** A table that ended before any game began is not worth a line. */
const wasClosed = ({ brief }: TableEntry): boolean => brief.phase === 'over' && !brief.result

export interface Way {
  href: string
  key: Key
  strong: boolean
}

export function wayOf(entry: TableEntry): Way {
  const { table, brief } = entry
  if (brief.phase === 'over') return { href: `/replay/${table}`, key: 'mine.replay', strong: false }
  const href = `/table/${table}`
  return mayAct(entry) ? { href, key: 'mine.resume', strong: true } : { href, key: 'mine.watch', strong: false }
}

/** The listed tables: those with room, and those that are played and may be watched. */
export function inLists(tables: readonly TableEntry[]): { free: TableEntry[]; played: TableEntry[] } {
  return {
    free: tables.filter(({ brief }) => brief.phase === 'gathering' && brief.seats.some((seat) => !seat.taken)),
    played: tables.filter(
      ({ brief, yours }) => (brief.phase === 'playing' || brief.phase === 'between') && (brief.spectators || yours.length > 0),
    ),
  }
}
