/** The best result alone, kept in this browser: what one measures the next one by. */

const KEY = 'ingenious.best'

/** A result, the table of it, and what was the best before. */
interface Best {
  table: string
  points: number
  before: number | null
}

function read(): Best | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const { table, points, before } = (kept ?? {}) as Partial<Best>
    if (typeof table !== 'string' || typeof points !== 'number') return null
    return { table, points, before: typeof before === 'number' ? before : null }
  } catch {
    return null // no storage, or something else wrote there
  }
}

/** Keep the result of a table if it is the best one, once; returns what to measure it by, null after the first game. */
export function measured(table: string, points: number): { best: number; isNew: boolean } | null {
  const kept = read()
  if (kept?.table === table) return kept.before === null ? null : { best: kept.before, isNew: true }
  if (kept && points <= kept.points) return { best: kept.points, isNew: false }
  try {
    localStorage.setItem(KEY, JSON.stringify({ table, points, before: kept?.points ?? null } satisfies Best))
  } catch {
    // Then there is nothing to measure the next one by.
  }
  return kept && { best: kept.points, isNew: true }
}
