/** One live table: the socket, what it told last, and how to ask it something. */

import type { ClientMessage, News, RecordDocument, ServerMessage, Settings, TableMessage, UpdateMessage, View } from '../wire'
import { Refusal } from './api'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'

/** What a message says without the id, which is given here. */
type WithoutId<M> = M extends ClientMessage ? Omit<M, 'id'> : never
export type Order = WithoutId<ClientMessage>

interface Waiting {
  text: string
  resolve: (message: ServerMessage) => void
  reject: (error: Refusal) => void
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

export class Live {
  readonly id: string
  status = $state<Status>('connecting')
  /** Why there is nothing to see: no such table, not allowed. */
  refusal = $state.raw<Refusal | null>(null)
  settings = $state.raw<Settings | null>(null)
  view = $state.raw<View | null>(null)
  record = $state.raw<RecordDocument | null>(null)
  invite = $state<string | null>(null)
  /** The server's clock minus ours, in milliseconds. */
  ahead = 0

  #socket: WebSocket | null = null
  #listener: (moment: Moment) => void
  #invite: string
  #waiting = new Map<number, Waiting>()
  #last = 0
  #pause = FIRST_PAUSE
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  constructor(id: string, invite: string, listener: (moment: Moment) => void) {
    this.id = id
    this.#invite = invite
    this.#listener = listener
    addEventListener('online', this.#hurry)
    this.#connect()
  }

  /** Send something, and get the answer; a refusal is thrown. */
  ask(order: Order): Promise<ServerMessage> {
    const id = ++this.#last
    const text = JSON.stringify({ ...order, id })
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Refusal(0, 'the connection is lost'))
        return
      }
      this.#waiting.set(id, { text, resolve, reject })
      this.#socket.send(text)
    })
  }

  /** See the table through other eyes: a name was taken, or a seat. */
  again(): void {
    this.#socket?.close()
  }

  end(): void {
    this.#ended = true
    this.status = 'closed'
    clearTimeout(this.#timer)
    removeEventListener('online', this.#hurry)
    this.#socket?.close()
  }

  #hurry = (): void => {
    if (this.status === 'lost') this.#connect()
  }

  #connect(): void {
    clearTimeout(this.#timer)
    if (this.#ended || this.#socket) return
    const query = new URLSearchParams()
    if (this.view) query.set('after', String(this.view.number))
    if (this.#invite) query.set('invite', this.#invite)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?${query}`)
    this.#socket = socket
    socket.onopen = () => {
      this.status = 'open'
      this.#pause = FIRST_PAUSE
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => {
      this.#socket = null
      const reached = this.status === 'open'
      // What was not answered may or may not have been done: the table that comes next tells.
      for (const { reject } of this.#waiting.values()) reject(new Refusal(0, 'the connection is lost'))
      this.#waiting.clear()
      if (this.#ended) return
      if (event.code === 1008) {
        this.status = 'closed'
        this.refusal = new Refusal(403, event.reason)
        return
      }
      this.status = 'lost'
      if (!reached) void this.#findOut()
      this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2))
      this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.8)
    }
  }

  /** A browser does not tell why a socket was refused, so ask for the table itself. */
  async #findOut(): Promise<void> {
    const query = this.#invite ? `?invite=${encodeURIComponent(this.#invite)}` : ''
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.id)}${query}`)
      if (response.ok || response.status === 429 || response.status >= 500) return
      const told = (await response.json()) as { error: string }
      this.refusal = new Refusal(response.status, told.error)
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
        this.#take(message, message.record, true)
        break
      case 'update':
        this.#take(message, message.record === undefined ? this.#goneOn(message.news) : message.record, false)
        break
      case 'refused': {
        const waiting = this.#answered(message.id)
        waiting?.reject(new Refusal(message.again ? 503 : 409, message.error, message.rule))
        break
      }
      default:
        this.#answered(message.id)?.resolve(message)
    }
  }

  #take(message: TableMessage | UpdateMessage, record: RecordDocument | null, whole: boolean): void {
    this.ahead = message.now - Date.now()
    this.view = message.view
    this.record = record
    this.#listener({ news: message.news, view: message.view, record, whole })
    this.#answered(message.done)?.resolve(message)
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
