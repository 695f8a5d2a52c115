/** Decisions and entries of a record that place a tile. */

import type { Choice, LogEntry } from '../net/wire'

export type Placement = Required<Pick<Choice, 'place' | 'at'>> & Pick<Choice, 'first'>

/** Whether a tile is placed by it. */
export const isPlacement = <T extends Choice | LogEntry>(one: T): one is T & Placement => one.place !== undefined && one.at !== undefined
