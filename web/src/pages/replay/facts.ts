/** Facts about a game besides its moves: when it was played, by which rules, and how it ended. */

import { joinSentences } from '../../i18n/sentences'
import { language, region, t } from '../../i18n/catalogue.svelte'
import { type Place, placesOf, winners } from '../../table/chrome/results'
import { botsPlayed } from '../../table/chrome/standins'
import type { Replay, Settings, SharedView } from '../../net/wire'
import { clockText } from '../../text/table'
import { forPlayer, type RecordPlayer } from './seats'

/** What only the table knows, not the record. */
export interface Known {
  settings: Settings
  ended: number // milliseconds since 1970
}

const upper = (line: string): string => line.charAt(0).toLocaleUpperCase(language()) + line.slice(1)

function day(at: number, dateStyle: 'long' | 'medium'): string {
  return new Intl.DateTimeFormat(region(), { dateStyle }).format(at)
}

function options({ record }: Replay, known: Known | null): string[] {
  const lines: string[] = []
  if (record.options.opening_roll === false) lines.push(t('lobby.noopening'))
  if (known && record.game === 'team') lines.push(t(known.settings.talk ? 'lobby.talk' : 'lobby.notalk'))
  return lines
}

const botsIn = ({ record, stand_ins }: Replay, players: readonly RecordPlayer[]): string[] =>
  botsPlayed(record, stand_ins, (seat) => forPlayer(players[seat]))

/** The most important facts in one line. */
export function inShort(replay: Replay, players: readonly RecordPlayer[], known: Known | null): string {
  const parts = [t('edition', { edition: replay.record.edition })]
  if (known) parts.unshift(day(known.ended, 'medium'))
  if (known && known.settings.clock.kind !== 'none') parts.push(clockText(known.settings.clock))
  const line = upper(parts.concat(options(replay, known)).join(' · '))
  const bots = botsIn(replay, players)
  return bots.length ? `${line} · ${bots.join(' ')}` : line
}

/** All facts, line by line. */
export function inFull(replay: Replay, players: readonly RecordPlayer[], known: Known | null): string[] {
  const { record } = replay
  const lines = [t('edition', { edition: record.edition }), ...options(replay, known)]
  if (players.length > 1) lines.push(t('replay.began', { name: players[record.start]?.name ?? '' }))
  if (known) {
    lines.unshift(day(known.ended, 'long'))
    lines.push(clockText(known.settings.clock), t(known.settings.casual ? 'lobby.casual' : 'lobby.strict'))
  }
  return [...lines.map(upper), ...botsIn(replay, players)]
}

/** The final places with their scores; empty while the game is running. */
export function placesIn({ record, rules, steps }: Replay): Place[] {
  const last = steps.at(-1)
  return record.result && last ? placesOf(rules, record.result, last.position) : []
}

/** Who won, from the viewer's perspective: it may be "you". */
function wonBy(places: readonly Place[], players: readonly RecordPlayer[]): string {
  const you = players.findIndex((one) => one.you)
  return winners(places, { name: (seat) => players[seat]?.name ?? '', you: you < 0 ? null : you })
}

/** How the game ended, in one line. */
export function endOf(replay: Replay, players: readonly RecordPlayer[]): string {
  const places = placesIn(replay)
  const [first] = places
  if (!first) return ''
  const won = places.length > 1 ? wonBy(places, players) : t('replay.solo', { name: players[0]?.name ?? '', n: first.values[0] ?? 0 })
  return joinSentences(won, ...botsIn(replay, players))
}

/** How many games of a table can be replayed; a match that was given up has fewer than were agreed on. */
export function finishedIn({ phase, match }: Pick<SharedView, 'phase' | 'match'>): number {
  const games = match ? match.game + 1 : Number(phase === 'over')
  return phase === 'playing' ? games - 1 : games
}
