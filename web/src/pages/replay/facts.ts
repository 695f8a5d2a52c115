/** What is known of a game beside its moves: when it was played, by which rules, and how it ended. */

import { inARow } from '../../text/sentences'
import { language, t } from '../../i18n/catalogue.svelte'
import { type Place, placesOf, winners } from '../../table/chrome/results'
import { botsPlayed } from '../../table/chrome/standins'
import type { Replay, Settings, SharedView } from '../../net/wire'
import { clockText } from '../start/clocks'
import { forSat, type Sat } from './seats'

/** What only the table knows, and no record. */
export interface Known {
  settings: Settings
  ended: number // milliseconds since 1970
}

const upper = (line: string): string => line.charAt(0).toLocaleUpperCase(language()) + line.slice(1)

/** A day as it is written where the reader lives, as far as the language of the page is also their browser's. */
function day(at: number, dateStyle: 'long' | 'medium'): string {
  const tag = navigator.languages.find((one) => one.toLowerCase().startsWith(language())) ?? language()
  return new Intl.DateTimeFormat(tag, { dateStyle }).format(at)
}

function options({ record }: Replay, known: Known | null): string[] {
  const lines: string[] = []
  if (record.options.opening_roll === false) lines.push(t('lobby.noopening'))
  if (known && record.game === 'team') lines.push(t(known.settings.talk ? 'lobby.talk' : 'lobby.notalk'))
  return lines
}

const botsIn = ({ record, stand_ins }: Replay, sat: readonly Sat[]): string[] =>
  botsPlayed(record, stand_ins, (seat) => forSat(sat[seat]))

/** The most important in one line. */
export function inShort(replay: Replay, sat: readonly Sat[], known: Known | null): string {
  const parts = [t('edition', { edition: replay.record.edition })]
  if (known) parts.unshift(day(known.ended, 'medium'))
  if (known && known.settings.clock.kind !== 'none') parts.push(clockText(known.settings.clock))
  const line = upper(parts.concat(options(replay, known)).join(' · '))
  const bots = botsIn(replay, sat)
  return bots.length ? `${line} · ${bots.join(' ')}` : line
}

/** All of it, line by line. */
export function inFull(replay: Replay, sat: readonly Sat[], known: Known | null): string[] {
  const { record } = replay
  const lines = [t('edition', { edition: record.edition }), ...options(replay, known)]
  if (sat.length > 1) lines.push(t('replay.began', { name: sat[record.start]?.name ?? '' }))
  if (known) {
    lines.unshift(day(known.ended, 'long'))
    lines.push(clockText(known.settings.clock), t(known.settings.casual ? 'lobby.casual' : 'lobby.strict'))
  }
  return [...lines.map(upper), ...botsIn(replay, sat)]
}

/** Who came first, and with what; nothing as long as nobody did. */
export function placesIn({ record, rules, steps }: Replay): Place[] {
  const last = steps.at(-1)
  return record.result && last ? placesOf(rules, record.result, last.position) : []
}

/** Who won, as the viewer is told: it may have been them. */
function wonBy(places: readonly Place[], sat: readonly Sat[]): string {
  const you = sat.findIndex((one) => one.you)
  return winners(places, { name: (seat) => sat[seat]?.name ?? '', you: you < 0 ? null : you })
}

/** How the game ended, in one line. */
export function endOf(replay: Replay, sat: readonly Sat[]): string {
  const places = placesIn(replay)
  const [first] = places
  if (!first) return ''
  const won = places.length > 1 ? wonBy(places, sat) : t('replay.solo', { name: sat[0]?.name ?? '', n: first.values[0] ?? 0 })
  return inARow(won, ...botsIn(replay, sat))
}

/** How many games of a table can be looked through; a match that was given up has fewer than were agreed on. */
export function finishedIn({ phase, match }: Pick<SharedView, 'phase' | 'match'>): number {
  const games = match ? match.game + 1 : Number(phase === 'over')
  return phase === 'playing' ? games - 1 : games
}
