/** The HTTP API of the server. */

import { kept } from './kept'
import type { Board, GameInfo, History, NewTable, Opened, Problem, RefusalCode, Replay, Tables } from './wire'

/** The details of a refusal; `offline` means that the server was not reached. */
interface Details extends Partial<Pick<Problem, 'rule' | 'number'>> {
  code: RefusalCode | 'offline'
  error: string
}

/** The server refused, or could not be reached (status 0). */
export class Refusal extends Error {
  readonly status: number
  readonly code: Details['code']
  readonly rule: string | null
  /** The current number of the table, if it changed before the command arrived. */
  readonly number: number | null
  /** Milliseconds that the server asks to wait before the next attempt; 0 if it does not say. */
  readonly retryAfter: number

  constructor(status: number, details: Details, retryAfter = 0) {
    super(details.error)
    this.status = status
    this.code = details.code
    this.rule = details.rule ?? null
    this.number = details.number ?? null
    this.retryAfter = retryAfter
  }

  /** Whether the same request may succeed later: the server is away, busy or overloaded. */
  get isTemporary(): boolean {
    return this.code === 'offline' || this.status === 429 || this.status >= 500
  }
}

const OFFLINE: Details = { code: 'offline', error: 'the server does not answer' }

/** On a silent network a request would otherwise wait for minutes. */
const TIMEOUT_MS = 15_000

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok) return (await response.json()) as Answer
  } catch {
    throw new Refusal(0, OFFLINE) // also if the connection broke in the middle of the answer
  }
  const problem = (await response.json().catch(() => null)) as Problem | null
  // A proxy answers without a problem document, and its Retry-After may be a date, which is ignored.
  const retryAfter = 1000 * Number(response.headers.get('Retry-After')) || 0
  throw new Refusal(response.status, problem?.code ? problem : OFFLINE, retryAfter)
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

export const openTable = (table: NewTable): Promise<Opened> => post('/api/tables', table)
export const myTables = (): Promise<Tables> => get('/api/me/tables')
export const openTables = (): Promise<Tables> => get('/api/tables')
export const games = (): Promise<GameInfo[]> => get('/api/games')

const boards = new Map<number, Promise<Board>>()
const loaded = new Map<number, Board>()

/** The board of a radius, if it is loaded. */
export const loadedBoard = (radius: number): Board | null => loaded.get(radius) ?? null

/** The board of a radius; it never changes. */
export function board(radius: number): Promise<Board> {
  let found = boards.get(radius)
  if (!found) {
    const path = `/api/boards/${radius}`
    found = kept('rules', path, () => get<Board>(path))
    found.then(
      (known) => loaded.set(radius, known),
      () => boards.delete(radius),
    )
    boards.set(radius, found)
  }
  return found
}

/** A board that came with something else; it need not be fetched. */
export function keepBoard(known: Board): void {
  if (loaded.has(known.radius)) return
  loaded.set(known.radius, known)
  boards.set(known.radius, Promise.resolve(known))
}

/** The moves so far of the current game of a table, as the viewer may see them. */
export const historyOf = (table: string): Promise<History> => get(`/api/tables/${encodeURIComponent(table)}/history`)

export function replayOf(table: string, game: number | null = null): Promise<Replay> {
  return get(`/api/tables/${encodeURIComponent(table)}/replay${game === null ? '' : `?game=${game}`}`)
}
