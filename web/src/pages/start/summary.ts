/** What was agreed at a table, in a few short lines. */

import { language, list, t } from '../../i18n/catalogue.svelte'
import type { Settings, View } from '../../net/wire'
import { clockText } from './clocks'
import { seatName } from './describe'

export function agreed(settings: Settings, view: View): string[] {
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
