/** The seats of a record: what they are called, and which of them were bots. */

import { shownName } from '../../lib/names'

export interface Sat {
  name: string
  level: number | null // of a bot
}

/** How a table writes a bot into its record. */
const BOT = /^(?<name>.+) \(bot (?<level>\d)\)$/

export function satIn(labels: readonly string[]): Sat[] {
  const found = labels.map((label): Sat => {
    const { name, level } = BOT.exec(label)?.groups ?? {}
    return name && level ? { name, level: Number(level) } : { name: shownName(label), level: null }
  })
  return found.map((one, seat) => {
    const alike = found.flatMap(({ name }, k) => (name === one.name ? [k] : []))
    return alike.length > 1 ? { ...one, name: `${one.name} ${'ABCD'[alike.indexOf(seat)]}` } : one
  })
}
