/** Clocks to choose from, and how they are called. */

import { language, t } from '../../i18n/catalogue.svelte'
import type { Clock } from '../../net/wire'
import { NO_CLOCK } from './plan'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const UNITS = [
  ['day', DAY],
  ['minute', MINUTE],
] as const

const perMove = (seconds: number): Clock => ({ kind: 'move', seconds, increment: 0 })
const inAll = (minutes: number, increment: number): Clock => ({ kind: 'total', seconds: minutes * MINUTE, increment })

export const MOVE_CLOCKS: readonly Clock[] = [30, MINUTE, 3 * MINUTE, DAY, 3 * DAY].map(perMove)
export const TOTAL_CLOCKS: readonly Clock[] = [inAll(5, 5), inAll(10, 10), inAll(20, 15), inAll(40, 30)]

export const keyOfClock = ({ kind, seconds, increment }: Clock): string => `${kind}-${seconds}-${increment}`

export function clockOf(key: string, known: Clock): Clock {
  const all = [NO_CLOCK, ...MOVE_CLOCKS, ...TOTAL_CLOCKS, known]
  return all.find((clock) => keyOfClock(clock) === key) ?? NO_CLOCK
}

/** A length of time in the largest unit that fits. */
function lasting(seconds: number, unitDisplay: 'long' | 'short' = 'long'): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const)
  const value = Math.round((seconds / size) * 10) / 10
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(value).replaceAll(' ', '\u00a0')
}

export function clockText(clock: Clock | undefined): string {
  if (!clock || clock.kind === 'none') return t('clock.none')
  if (clock.kind === 'move') return t('clock.move', { time: lasting(clock.seconds) })
  if (!clock.increment) return t('clock.total', { time: lasting(clock.seconds) })
  return t('clock.increment', { time: lasting(clock.seconds, 'short'), more: lasting(clock.increment, 'short') })
}
