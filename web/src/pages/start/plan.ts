/** A table as the user plans it, and the request that is sent to the server. */

import { DEFAULT_NAME } from '../../app/guest'
import type { Prefs } from '../../app/prefs.svelte'
import type { Clock, Game, GameInfo, NewTable, Settings } from '../../net/wire'
import { type Played, playedIn } from '../../text/table'

export type Who = 'me' | 'bot' | 'friend' | 'online'
export type Last = NonNullable<Prefs['last']>

/** Who is to sit on a seat; `friend` shares this screen, `online` comes by the link. */
export interface Chair {
  who: Who
  level: number
  name: string
}

export interface Plan {
  game: Played
  games: Game[] // the challenges, if it is a match
  chairs: Chair[]
  edition: string | null // null: the newest
  openingRoll: boolean
  talk: boolean
  start: number | null // null: drawn
  starts: Settings['starts'] // who begins each further challenge of a match
  clock: Clock
  casual: boolean
  spectators: boolean
  listed: boolean
}

export const PLAYED: readonly Played[] = ['classic', 'duel', 'team', 'solo', 'cards', 'dice', 'tiles', 'match']
const USUAL_LEVEL = 3
export const NO_CLOCK: Clock = { kind: 'none', seconds: 0, increment: 0 }

export const isPlayed = (name: string): name is Played => (PLAYED as readonly string[]).includes(name)

const bot = (level = USUAL_LEVEL): Chair => ({ who: 'bot', level, name: '' })
const me = (): Chair => ({ who: 'me', level: USUAL_LEVEL, name: '' })

/** The games of which a match is made. */
export const challengesIn = (infos: readonly GameInfo[]): Game[] => infos.flatMap((info) => (info.in_match ? [info.name] : []))

/** How many may play; a match is for as many as all its challenges. */
export function playersOf(game: Played, infos: readonly GameInfo[]): number[] {
  const names = game === 'match' ? challengesIn(infos) : [game]
  const counts = names.map((name) => infos.find((info) => info.name === name)?.players ?? [])
  return (counts[0] ?? []).filter((n) => counts.every((some) => some.includes(n)))
}

export function editionsOf(game: Played, infos: readonly GameInfo[]): string[] {
  return game === 'match' ? [] : (infos.find((info) => info.name === game)?.editions ?? [])
}

/** The initial plan: one player against bots, or the last plan for this game; a match has each challenge once. */
export function planFor(game: Played, players: number, last: Last | null, challenges: readonly Game[] = []): Plan {
  if (last && playedIn(last.settings) === game) return planOf(last)
  const level = last?.settings.seats.find((seat) => seat.kind === 'bot')?.level
  return {
    game,
    games: game === 'match' ? [...challenges] : [],
    chairs: [me(), ...Array.from({ length: players - 1 }, () => bot(level))],
    edition: null,
    openingRoll: true,
    talk: false,
    start: null,
    starts: 'rotate',
    clock: NO_CLOCK,
    casual: true,
    spectators: true,
    listed: false,
  }
}

/** The plan that led to a table. */
export function planOf({ settings, sit, names }: Last): Plan {
  const game = playedIn(settings)
  return {
    game,
    games: game === 'match' ? [...settings.games] : [],
    chairs: settings.seats.map((seat, number) => {
      const place = sit.indexOf(number)
      if (seat.kind !== 'open') return bot(seat.level)
      if (place < 0) return { ...me(), who: 'online' }
      return names[place] ? { ...me(), who: 'friend', name: names[place] } : me()
    }),
    edition: settings.edition,
    openingRoll: settings.options.opening_roll ?? true,
    talk: settings.talk,
    start: settings.start,
    starts: settings.starts ?? 'rotate', // not in what older pages stored
    clock: settings.clock,
    casual: settings.casual,
    spectators: settings.spectators,
    listed: settings.listed,
  }
}

/** The same for another number of players: who is there stays, bots come or the last ones go. */
export function resized(chairs: readonly Chair[], players: number): Chair[] {
  const level = chairs.findLast((chair) => chair.who === 'bot')?.level
  return Array.from({ length: players }, (_, k) => chairs[k] ?? bot(level))
}

/** Change who is on a seat. The user has only one seat, so the one they leave gets the previous occupant. */
export function reseated(chairs: readonly Chair[], number: number, who: Who): Chair[] {
  const before = chairs[number]
  return chairs.map((chair, k) => {
    if (k === number) return { ...chair, who }
    if (who === 'me' && chair.who === 'me') return { ...chair, who: before?.who ?? 'bot' }
    return chair
  })
}

export const waits = (plan: Plan): boolean => plan.chairs.some((chair) => chair.who === 'online')
const isHere = (chair: Chair): boolean => chair.who === 'me' || chair.who === 'friend'

/** Whether dice are thrown, alone or in a match. */
export const hasDice = (plan: Plan): boolean => (plan.game === 'match' ? plan.games.includes('dice') : plan.game === 'dice')

/** What is remembered of a plan; the user's own name is left out, because it may change. */
export function lastOf(plan: Plan, friend: (seat: number) => string): Last {
  const sit = plan.chairs.flatMap((chair, seat) => (isHere(chair) ? [seat] : []))
  const names = sit.map((seat) => {
    const chair = plan.chairs[seat]
    return chair?.who === 'friend' ? chair.name.trim() || friend(seat) : ''
  })
  const games = plan.game === 'match' ? plan.games : [plan.game]
  return {
    settings: {
      games,
      seats: plan.chairs.map(({ who, level }) => ({ kind: who === 'bot' ? 'bot' : 'open', level, program: '' })),
      edition: plan.edition,
      options: plan.openingRoll || !hasDice(plan) ? {} : { opening_roll: false },
      start: plan.start !== null && plan.start < plan.chairs.length ? plan.start : null,
      starts: plan.game === 'match' ? plan.starts : 'rotate',
      clock: plan.clock,
      talk: plan.talk && plan.game === 'team',
      spectators: plan.spectators,
      listed: plan.listed && waits(plan),
      casual: plan.casual,
    },
    sit,
    names,
  }
}

/**
 * What the server is asked for; if all seats are filled, the game begins at once. On a shared screen, a guest without
 * a name is named like the friends.
 */
export function request({ settings, sit, names }: Last, myName: string, friend: (seat: number) => string): NewTable {
  const shared = sit.length > 1 && myName === DEFAULT_NAME
  const begin = settings.seats.every((seat, number) => seat.kind !== 'open' || sit.includes(number))
  return { settings, sit, names: names.map((name, k) => name || (shared ? friend(sit[k] ?? 0) : myName)), begin }
}

/** What "Play now" opens if nothing was played yet. */
export const FIRST: Last = lastOf(planFor('classic', 2, null), () => '')
