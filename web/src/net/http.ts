/** The HTTP side of the server. */

import type { Board, GameInfo, History, Me, NewTable, Opened, Problem, RefusalCode, Replay, Tables } from './wire'
import { NAMELESS } from '../lib/names'
import { choose, prefs } from '../lib/prefs.svelte'

/** What there is to say about a refusal; that a server was not reached no server tells. */
interface Why extends Partial<Pick<Problem, 'rule' | 'number'>> {
  code: RefusalCode | 'offline'
  error: string
}

/** The server said no, or could not be reached (status 0). */
export class Refusal extends Error {
  readonly status: number
  readonly code: Why['code']
  readonly rule: string | null
  /** The number at which the table is, if something else happened before. */
  readonly number: number | null
  /** Milliseconds that the server asks to wait before the next attempt; 0 if it says nothing of that. */
  readonly after: number

  constructor(status: number, told: Why, after = 0) {
    super(told.error)
    this.status = status
    this.code = told.code
    this.rule = told.rule ?? null
    this.number = told.number ?? null
    this.after = after
  }

  /** Whether the same request may succeed later: the server is away, busy or overloaded. */
  get mayPass(): boolean {
    return this.code === 'offline' || this.status === 429 || this.status >= 500
  }
}

const OFFLINE: Why = { code: 'offline', error: 'the server does not answer' }

/** How long a request may take; on a silent network it would otherwise wait for minutes. */
const TIMEOUT_MS = 15_000

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok) return (await response.json()) as Answer
  } catch {
    throw new Refusal(0, OFFLINE) // also if the connection broke in the middle of the answer
  }
  const told = (await response.json().catch(() => null)) as Problem | null
  // Whatever stands before the server answers in its own way.
  const after = 1000 * Number(response.headers.get('Retry-After')) || 0 // a proxy may send a date, which is ignored
  throw new Refusal(response.status, told?.code ? told : OFFLINE, after)
}

export function get<Answer>(path: string): Promise<Answer> {
  return ask<Answer>(path)
}

export function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask<Answer>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Who one is, or null as long as one has no name. */
export async function whoAmI(): Promise<Me | null> {
  try {
    return await get<Me>('/api/me')
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null
    throw error
  }
}

/** Take a name; the same person keeps their tables under a new one. */
export async function callMe(name: string): Promise<Me> {
  const me = await post<Me>('/api/guests', { name })
  choose({ name: me.name })
  return me
}

/** Be somebody, with the name last used or without one. */
export async function beSomebody(): Promise<Me> {
  // Who never had a name need not be asked for it.
  return ((prefs.name && (await whoAmI())) || (await callMe(prefs.name || NAMELESS)))
}

export const openTable = (table: NewTable): Promise<Opened> => post('/api/tables', table)
export const myTables = (): Promise<Tables> => get('/api/me/tables')
export const openTables = (): Promise<Tables> => get('/api/tables')
export const games = (): Promise<GameInfo[]> => get('/api/games')

const boards = new Map<number, Promise<Board>>()
const atHand = new Map<number, Board>()

/** The board of a radius, if it was fetched before. */
export const boardAtHand = (radius: number): Board | null => atHand.get(radius) ?? null

/** The board of a radius; it never changes. */
export function board(radius: number): Promise<Board> {
  let found = boards.get(radius)
  if (!found) {
    found = get<Board>(`/api/boards/${radius}`)
    found.then(
      (known) => atHand.set(radius, known),
      () => boards.delete(radius),
    )
    boards.set(radius, found)
  }
  return found
}

/** The moves so far of the game that is played at a table, as one may know them. */
export const historyOf = (table: string): Promise<History> => get(`/api/tables/${encodeURIComponent(table)}/history`)

export function replayOf(table: string, game: number | null = null): Promise<Replay> {
  return get(`/api/tables/${encodeURIComponent(table)}/replay${game === null ? '' : `?game=${game}`}`)
}
