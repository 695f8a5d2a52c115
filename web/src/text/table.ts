/** Tables in words: the game, the seats, the clock, the settings. */

import { language, list, t } from '../i18n/catalogue.svelte'
import type { Clock, Game, SeatView, Settings, View } from '../net/wire'
import { shownName } from './names'

/** What is played at a table: one game, or several in a match. */
export type Played = Game | 'match'

export function playedIn(settings: Pick<Settings, 'games'>): Played {
  return settings.games.length > 1 ? 'match' : (settings.games[0] ?? 'classic')
}

export function gameName(games: Settings['games']): string {
  return t(`game.${playedIn({ games })}`)
}

/** The name of the player on a seat, or the number of the seat. */
export function seatName(seat: SeatView | undefined, number: number): string {
  return seat?.name ? shownName(seat.name) : t('table.seat', { n: number + 1 })
}

const UNITS = [
  ['day', 24 * 60 * 60],
  ['minute', 60],
] as const

/** A length of time in the largest unit that fits. */
function duration(seconds: number, unitDisplay: 'long' | 'short' = 'long'): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const)
  const value = Math.round((seconds / size) * 10) / 10
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(value).replaceAll(' ', '\u00a0')
}

export function clockText(clock: Clock | undefined): string {
  if (!clock || clock.kind === 'none') return t('clock.none')
  if (clock.kind === 'move') return t('clock.move', { time: duration(clock.seconds) })
  if (!clock.increment) return t('clock.total', { time: duration(clock.seconds) })
  return t('clock.increment', { time: duration(clock.seconds, 'short'), more: duration(clock.increment, 'short') })
}

/** The settings of a table, in a few short lines. */
export function settingsText(settings: Settings, view: View): string[] {
  const lines: string[] = []
  if (settings.games.length > 1) {
    lines.push(list(settings.games.map((game) => t(`game.${game}`).replaceAll(' ', '\u00a0'))))
  }
  lines.push(t('edition', { edition: view.shared.rules.edition }), clockText(settings.clock))
  if (settings.start !== null) {
    lines.push(t('lobby.begins', { name: seatName(view.shared.seats[settings.start], settings.start) }))
  }
  if (settings.games.length > 1) lines.push(t(`lobby.starts.${settings.starts}`))
  if (settings.options.opening_roll === false) lines.push(t('lobby.noopening'))
  if (view.shared.rules.game === 'team') lines.push(settings.talk ? t('lobby.talk') : t('lobby.notalk'))
  lines.push(settings.casual ? t('lobby.casual') : t('lobby.strict'))
  lines.push(settings.spectators ? t('lobby.watched') : t('lobby.unwatched'))
  if (settings.listed) lines.push(t('lobby.listed'))
  return lines.map((line) => line.charAt(0).toLocaleUpperCase(language()) + line.slice(1))
}
