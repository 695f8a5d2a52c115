/** The clocks offered when a table is opened. */

import type { Clock } from '../../net/wire'
import { NO_CLOCK } from './plan'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

const perMove = (seconds: number): Clock => ({ kind: 'move', seconds, increment: 0 })
const inAll = (minutes: number, increment: number): Clock => ({ kind: 'total', seconds: minutes * MINUTE, increment })

export const MOVE_CLOCKS: readonly Clock[] = [30, MINUTE, 3 * MINUTE, DAY, 3 * DAY].map(perMove)
export const TOTAL_CLOCKS: readonly Clock[] = [inAll(5, 5), inAll(10, 10), inAll(20, 15), inAll(40, 30)]

export const keyOfClock = ({ kind, seconds, increment }: Clock): string => `${kind}-${seconds}-${increment}`

export function clockOf(key: string, known: Clock): Clock {
  const all = [NO_CLOCK, ...MOVE_CLOCKS, ...TOTAL_CLOCKS, known]
  return all.find((clock) => keyOfClock(clock) === key) ?? NO_CLOCK
}
