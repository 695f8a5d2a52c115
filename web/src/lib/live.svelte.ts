/** One live table: the socket, what it told last, and how to ask it something. */

import type {
  ClientMessage,
  News,
  PartnerMessage,
  Problem,
  RecordDocument,
  ServerMessage,
  Settings,
  TableMessage,
  UpdateMessage,
  View,
} from '../wire'
import { Refusal } from './api'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'

/** What a message says without the id, which is given here. */
type WithoutId<M> = M extends ClientMessage ? Omit<M, 'id'> : never
export type Order = WithoutId<ClientMessage>

interface Waiting {
  resolve: (message: ServerMessage) => void
  reject: (error: Refusal) => void
}

/** What was done, but not yet told in a view. */
interface Held {
  number: number
  resolve: () => void
}

/** A moment of the table, as it was told: the news that led to it and how it looked then. */
export interface Moment {
  news: News[]
  view: View
  record: RecordDocument | null
  whole: boolean // the table anew: news were missed, or seen through other eyes
}

const FIRST_PAUSE = 300
const LONGEST_PAUSE = 8000
/** How often is looked whether the machine slept, and the gap that only sleep can explain. */
const TICK = 10_000
const SLEPT = 90_000
/** How long a connection may take to be made. */
const PATIENCE = 10_000

const LOST = 'the connection is lost'

/** The messages among some news that one may read. */
const written = (news: readonly News[]): PartnerMessage[] =>
  news.flatMap(({ number, ...item }) => {
    if (item.event !== 'message-sent' || item.text === undefined) return []
    return [{ number, at: item.at, seat: item.seat, text: item.text }]
  })

export class Live {
  readonly id: string
  status = $state<Status>('connecting')
  /** Why there is nothing to see: no such table, not allowed. */
  refusal = $state.raw<Refusal | null>(null)
  settings = $state.raw<Settings | null>(null)
  view = $state.raw<View | null>(null)
  record = $state.raw<RecordDocument | null>(null)
  invite = $state<string | null>(null)
  /** What partners who may talk wrote, as far as one may read it. */
  messages = $state.raw<readonly PartnerMessage[]>([])
  /** The seats whose people have no line to the table; null as long as nobody knows. */
  absent = $state.raw<readonly number[] | null>(null)
  /** The server's clock minus ours, in milliseconds. */
  ahead = 0

  #socket: WebSocket | null = null
  #listener: (moment: Moment) => void
  #invite: string
  #waiting = new Map<number, Waiting>()
  #held: Held[] = []
  #last = 0
  #pause = FIRST_PAUSE
  #timer: ReturnType<typeof setTimeout> | undefined
  #ticking: ReturnType<typeof setInterval>
  #ticked = Date.now()
  #fresh = true // nothing was heard over this socket yet
  #ended = false

  constructor(id: string, invite: string, listener: (moment: Moment) => void) {
    this.id = id
    this.#invite = invite
    this.#listener = listener
    addEventListener('online', this.#hurry)
    addEventListener('offline', this.#doubt)
    document.addEventListener('visibilitychange', this.#seen)
    this.#ticking = setInterval(this.#wake, TICK)
    this.#connect()
  }

  /** Send something, and get the answer; a refusal is thrown. */
  ask(order: Order): Promise<ServerMessage> {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Refusal(0, { code: 'offline', error: LOST }))
        return
      }
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ ...order, id }))
    })
  }

  /** See the table through other eyes: a name was taken, or a seat. */
  again(): void {
    this.#renew()
  }

  end(): void {
    this.#ended = true
    this.status = 'closed'
    clearTimeout(this.#timer)
    clearInterval(this.#ticking)
    removeEventListener('online', this.#hurry)
    removeEventListener('offline', this.#doubt)
    document.removeEventListener('visibilitychange', this.#seen)
    this.#drop()
  }

  /** Whatever was tried before, it may go better now. */
  #hurry = (): void => {
    if (this.status !== 'open') this.#renew()
  }

  #seen = (): void => {
    this.#wake()
    if (document.visibilityState === 'visible') this.#hurry()
  }

  /** The network went: the socket would not notice for minutes. A server on the same machine answers at once. */
  #doubt = (): void => {
    if (this.status === 'open') this.#renew()
  }

  /**
   * A machine that slept has a socket that looks open while the server has long hung up. Timers of a page in the
   * background still run once a minute, so a longer gap was sleep.
   */
  #wake = (): void => {
    const gap = Date.now() - this.#ticked
    this.#ticked = Date.now()
    if (this.status === 'open' && gap > SLEPT) this.#renew()
    else if (this.status === 'lost' && document.visibilityState === 'visible') this.#connect()
  }

  #renew(): void {
    if (this.#ended) return
    this.#drop()
    if (this.status === 'open') this.#lose()
    this.#connect()
  }

  /** Without a line nobody knows who else has none; who is found when it is back is no news. */
  #lose(): void {
    this.status = 'lost'
    this.absent = null
  }

  /** Let go of the socket, whatever it may still say. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
    this.#giveUp()
  }

  /** What was not answered may or may not have been done: the table that comes next tells. */
  #giveUp(): void {
    for (const { reject } of this.#waiting.values()) reject(new Refusal(0, { code: 'offline', error: LOST }))
    this.#waiting.clear()
    for (const { resolve } of this.#held) resolve()
    this.#held = []
  }

  #connect(): void {
    if (this.#ended || this.#socket) return
    clearTimeout(this.#timer)
    // At first the last hundred news are asked for as well: how the game came to this.
    const query = new URLSearchParams({ after: String(this.view?.number ?? 0) })
    if (this.#invite) query.set('invite', this.#invite)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?${query}`)
    this.#socket = socket
    this.#fresh = true
    let reached = false
    socket.onopen = () => {
      clearTimeout(this.#timer)
      reached = true
      this.status = 'open'
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.#closed(event, reached)
    // A network that swallows everything would be waited for for minutes.
    this.#timer = setTimeout(() => this.#missed(false), PATIENCE)
  }

  #closed(event: CloseEvent, reached: boolean): void {
    if (event.code === 1008) {
      this.refusal = new Refusal(403, { code: 'private', error: event.reason })
      this.end()
      return
    }
    this.#missed(reached)
  }

  /** There is no connection; try again after a pause. */
  #missed(reached: boolean): void {
    this.#drop()
    clearTimeout(this.#timer)
    this.#lose()
    if (!reached) void this.#findOut()
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2))
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.8)
  }

  /** A browser does not tell why a socket was refused, so ask for the table itself. */
  async #findOut(): Promise<void> {
    const query = this.#invite ? `?invite=${encodeURIComponent(this.#invite)}` : ''
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.id)}${query}`)
      if (response.ok || response.status === 429 || response.status >= 500) return
      this.refusal = new Refusal(response.status, (await response.json()) as Problem)
      this.end()
    } catch {
      // The server is away; trying goes on.
    }
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'table':
        this.settings = message.settings
        this.invite = message.invite ?? null
        this.absent = message.absent
        this.#pause = FIRST_PAUSE // a server that only opens and hangs up is not hurried
        this.#take(message, message.record, true)
        break
      case 'update':
        this.#take(message, message.record === undefined ? this.#goneOn(message.news) : message.record, false)
        break
      case 'presence':
        this.absent = message.absent
        break
      case 'heartbeat':
        break
      case 'refused': {
        const waiting = this.#answered(message.id)
        waiting?.reject(new Refusal(message.again ? 503 : 409, message))
        break
      }
      case 'done': {
        // Another process of the server may tell what was done only after it has said so.
        const waiting = this.#answered(message.id)
        const resolve = (): void => waiting?.resolve(message)
        if (this.view && this.view.number < message.number) this.#held.push({ number: message.number, resolve })
        else resolve()
        break
      }
      default:
        this.#answered(message.id)?.resolve(message)
    }
  }

  #take(message: TableMessage | UpdateMessage, record: RecordDocument | null, whole: boolean): void {
    // The quickest message of a connection tells best what time it is there.
    const ahead = message.now - Date.now()
    this.ahead = this.#fresh ? ahead : Math.max(this.ahead, ahead)
    this.#fresh = false
    const known = this.view?.number ?? -1
    const news = message.news.filter((item) => item.number > known)
    this.view = message.view
    this.record = record
    this.messages = message.messages ?? (whole ? [] : [...this.messages, ...written(news)])
    this.#listener({ news, view: message.view, record, whole })
    this.#answered(message.done)?.resolve(message)
    const due = this.#held.filter((held) => held.number <= message.view.number)
    this.#held = this.#held.filter((held) => held.number > message.view.number)
    for (const { resolve } of due) resolve()
  }

  /** The record with what the news add to its log. */
  #goneOn(news: News[]): RecordDocument | null {
    const added = news.flatMap((item) => (item.event === 'played' ? (item.entries ?? []) : []))
    if (!this.record || !added.length) return this.record
    return { ...this.record, log: [...this.record.log, ...added] }
  }

  #answered(id: unknown): Waiting | undefined {
    if (typeof id !== 'number') return undefined
    const found = this.#waiting.get(id)
    this.#waiting.delete(id)
    return found
  }
}
