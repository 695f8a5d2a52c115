/** Plans and tables in words: the game, the opponents, how far it is. */

import { list, region, t } from '../../i18n/catalogue.svelte'
import type { Brief, TableEntry } from '../../net/wire'
import { gameName, playedIn, seatName } from '../../text/table'
import type { Last } from './plan'

const count = (n: number): string => t(`players.${Math.min(4, Math.max(1, n)) as 1 | 2 | 3 | 4}`)

/** The same in the middle of a line. */
const amid = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1)

/** What Play now opens, by the name of the game. */
export const planTitle = ({ settings }: Last): string => (playedIn(settings) === 'classic' ? t('start.title') : gameName(settings.games))

/** The line under it: "Two players, against a bot of level 3". */
export function planLine({ settings, sit, names }: Last): string {
  const played = playedIn(settings)
  const parts: string[] = []
  if (played === 'match') parts.push(t('plan.match', { n: settings.games.length }))
  const players = count(settings.seats.length)
  parts.push(parts.length ? amid(players) : players)
  const friends = names.filter((name) => name)
  if (friends.length) parts.push(t('plan.friends', { names: list(friends) }))
  const levels = settings.seats.flatMap((seat) => (seat.kind === 'bot' ? [seat.level] : []))
  const [level] = levels
  if (level !== undefined) {
    const different = [...new Set(levels)].sort()
    const against = sit.length > 0 && played !== 'team'
    if (different.length > 1) {
      parts.push(t(against ? 'plan.bots.mixed' : 'plan.withbots.mixed', { levels: list(different.map(String)) }))
    } else parts.push(t(against ? 'plan.bots' : 'plan.withbots', { n: levels.length, level }))
  }
  return parts.join(', ')
}

/** "Ingenious against Nora", or with more than one other "Card Challenge, three players". */
export function title({ brief, yours }: TableEntry): string {
  const game = gameName(brief.games)
  const others = brief.seats.flatMap((seat, number) => (yours.includes(number) ? [] : [{ seat, number }]))
  const [other] = others
  if (brief.seats.length === 1) return game
  if (other?.seat.taken && others.length === 1 && yours.length === 1) {
    return t('mine.against', { game, name: seatName(other.seat, other.number) })
  }
  return t('mine.players', { game, players: amid(count(brief.seats.length)) })
}

/** The progress of a table, for a seated player. */
export function state({ brief, yours }: TableEntry): string {
  const parts = [stand(brief, yours)]
  if (brief.phase === 'playing' && brief.moves) parts.push(t('mine.moves', { n: brief.moves }))
  return parts.join(' · ')
}

/** When the last thing happened at a table, if another one of the list has the same title; else nothing. */
export function since(entry: TableEntry, among: readonly TableEntry[], now = new Date()): string {
  const name = title(entry)
  if (!among.some((other) => other.table !== entry.table && title(other) === name)) return ''
  const at = new Date(entry.changed)
  const isToday = at.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(region(), isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' }).format(at)
}

function stand(brief: Brief, yours: readonly number[]): string {
  if (brief.phase === 'gathering') {
    const free = brief.seats.filter((seat) => !seat.taken).length
    return free ? t('mine.free', { n: free }) : t('mine.ready')
  }
  if (brief.phase === 'between') return t('mine.between')
  if (brief.phase === 'over') return ending(brief, yours)
  if (brief.turn === null) return ''
  if (yours.length === 1 && yours[0] === brief.turn) return t('mine.turn')
  const name = seatName(brief.seats[brief.turn], brief.turn)
  return t('mine.turnof', { name })
}

function ending({ result, seats, game, games }: Brief, yours: readonly number[]): string {
  // The result is that of the last game, which says little about a match or a game alone.
  if (!result || seats.length === 1 || games.length > 1) return t('mine.over')
  const first = result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))
  const shared = first.length > (game === 'team' ? 2 : 1)
  if (yours.length === 1 && first.some((seat) => yours.includes(seat))) return t(shared ? 'mine.shared' : 'mine.won')
  return t('mine.winner', { names: list(first.map((seat) => seatName(seats[seat], seat))), n: first.length })
}
