/** The seats of a record: what they are called, and which of them were bots. */

import { shownName } from '../../text/names'
import { t } from '../../i18n/catalogue.svelte'
import type { View } from '../../net/wire'

export interface RecordPlayer {
  name: string
  level: number | null // of a bot
  you?: boolean // the viewer sat there
}

/** How a table writes a bot into its record. */
const BOT = /^(?<name>.+) \(bot (?<level>\d)\)$/

/** The seats of a record; `you` is the viewer's. */
export function playersIn(labels: readonly string[], you: number | null = null): RecordPlayer[] {
  const found = labels.map((label): RecordPlayer => {
    const { name, level } = BOT.exec(label)?.groups ?? {}
    return name && level ? { name, level: Number(level) } : { name: shownName(label), level: null }
  })
  return found.map((one, seat) => {
    if (seat === you) return { ...one, name: t('you'), you: true }
    const alike = found.flatMap(({ name }, k) => (name === one.name ? [k] : []))
    return alike.length > 1 ? { ...one, name: `${one.name} ${'ABCD'[alike.indexOf(seat)]}` } : one
  })
}

/** The name of a seat after "for". */
export const forPlayer = (players: RecordPlayer | undefined): string => (players?.you ? t('for.you') : (players?.name ?? ''))

/** The viewer of a replay: the seat drawn at the bottom, as at the table, and the seat called "you". */
export interface Viewer {
  below: number | null
  you: number | null // null if several players share a screen
}

export function viewerOf({ looks, yours = [] }: Pick<View, 'looks' | 'yours'>): Viewer {
  return { below: looks ?? yours[0] ?? null, you: yours.length === 1 ? (yours[0] ?? null) : null }
}
