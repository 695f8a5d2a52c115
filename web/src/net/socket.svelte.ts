/** A live table: its socket, what the server sent last, and how to send messages. */

import type {
  ClientMessage,
  News,
  PartnerMessage,
  RecordDocument,
  SeenTable,
  ServerMessage,
  Settings,
  TableMessage,
  UpdateMessage,
  View,
} from './wire'
import { get, Refusal } from './http'
import { Backoff, onWake } from './backoff'
import { connectionLost, PendingRequests } from './requests'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'

/** A message without its id, which is added here. */
type WithoutId<M> = M extends ClientMessage ? Omit<M, 'id'> : never
export type Message = WithoutId<ClientMessage>

/** The answer to a command whose effect is not in a view yet. */
interface HeldAnswer {
  id: unknown
  number: number
  message: ServerMessage
}

/** A change of the table: the news that led to it, and the table after them. */
export interface Update {
  news: News[]
  view: View
  record: RecordDocument | null
  whole: boolean // the whole table was sent again: news were missed, or the viewer changed
}

/** A new attempt notices sooner than an old one when the network is back. */
const CONNECT_TIMEOUT_MS = 5000
/**
 * A connection without a message for this long is dead. The server sends a heartbeat after every 2 s of silence, so two
 * are missing. It is below 5 s, so that the player sees it within 5 s.
 */
export const DEAD_AFTER_MS = 4200
/** A timer that fires this late was throttled, or the page was frozen: messages may have arrived meanwhile. */
const THROTTLED_MS = 1500
/** How long to wait for messages that arrived while the page was frozen. */
const DELIVERY_MS = 250
/** A click does not replace a connection attempt younger than this. */
const YOUNG_MS = 1000
/** A message this much later than others means that a clock was changed, not that the message was slow. */
const CLOCK_STEP_MS = 5000
/** How many times a server has to send a table older than the known one before it is accepted. */
const MAX_OLDER = 3

/** How long each kind of message may wait for its answer. The bot that gives hints may have to be started first. */
const TIMEOUTS_MS: Partial<Record<Message['do'], number>> = { hint: 90_000, preview: 6000 }
const TIMEOUT_MS = 8000

/** The partner messages among some news. */
const messagesIn = (news: readonly News[]): PartnerMessage[] =>
  news.flatMap(({ number, ...item }) => {
    if (item.event !== 'message-sent' || item.text === undefined) return []
    return [{ number, at: item.at, seat: item.seat, text: item.text }]
  })

export class LiveTable {
  readonly id: string
  status = $state<Status>('connecting')
  /** Why there is nothing to see: no such table, not allowed. */
  refusal = $state.raw<Refusal | null>(null)
  settings = $state.raw<Settings | null>(null)
  view = $state.raw<View | null>(null)
  record = $state.raw<RecordDocument | null>(null)
  invite = $state<string | null>(null)
  /** What partners wrote to each other. */
  messages = $state.raw<readonly PartnerMessage[]>([])
  /** The seats whose players are not connected; null while that is unknown. */
  absent = $state.raw<readonly number[] | null>(null)
  /** The server's clock minus ours, in milliseconds. */
  ahead = 0
  /** Since when there is no connection, by our clock; after a silence, since the last message. */
  lostAt = Date.now()

  #socket: WebSocket | null = null
  #listener: (update: Update) => void
  #invite: string
  #pending = new PendingRequests()
  #held: HeldAnswer[] = []
  #waiting: ((isReceived: boolean) => void)[] = [] // callers that wait for the whole table
  #backoff = new Backoff()
  #timer: ReturnType<typeof setTimeout> | undefined // until an attempt is given up, or the next one starts
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #stopWake: () => void
  #receivedAt = 0
  #attemptedAt = 0
  #older = 0 // how many tables in a row were older than the known one
  #fresh = true // nothing was received over this socket yet
  #ended = false

  constructor(id: string, invite: string, listener: (update: Update) => void) {
    this.id = id
    this.#invite = invite
    this.#listener = listener
    this.#stopWake = onWake(this.#onWake)
    addEventListener('offline', this.#onOffline)
    this.#connect()
  }

  /** Send a message and return its answer. Throws a `Refusal`, also when no answer comes in time. */
  ask(message: Message): Promise<ServerMessage> {
    if (this.status !== 'open' || this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(connectionLost())
    const timeout = TIMEOUTS_MS[message.do]
    // A command without an answer may have been executed: the table of a new connection shows it.
    const late = (): void => {
      if (timeout === undefined) this.#renew()
    }
    const { id, answer } = this.#pending.add(timeout ?? TIMEOUT_MS, late)
    this.#socket.send(JSON.stringify({ ...message, id }))
    return answer
  }

  /** Wait until the whole table is received again; false if that will never happen. */
  whole(): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Reconnect as another viewer: the player chose a name or took a seat. */
  reconnect(): void {
    this.#renew()
  }

  /** The player asks to try again now. */
  retry(): void {
    const young = this.#socket !== null && Date.now() - this.#attemptedAt < YOUNG_MS
    if (this.status !== 'open' && !young) this.#renew()
  }

  end(): void {
    this.#ended = true
    this.status = 'closed'
    clearTimeout(this.#timer)
    this.#stopWake()
    removeEventListener('offline', this.#onOffline)
    this.#drop()
    this.#wakeWaiting(false)
  }

  /**
   * The network is back, or the page is visible again. After a sleep the socket looks open, but the server may have closed
   * it. Messages that arrived while the page was frozen are delivered first.
   */
  #onWake = (): void => {
    if (this.status !== 'open') this.#renew()
    else if (Date.now() - this.#receivedAt >= DEAD_AFTER_MS) this.#watch(DELIVERY_MS)
  }

  /** The network is gone; the socket would notice only after seconds. A server on the same machine answers at once. */
  #onOffline = (): void => {
    if (this.status === 'open') this.#renew()
  }

  /** Give up the connection unless a message arrives within this time. */
  #watch(milliseconds = DEAD_AFTER_MS): void {
    clearTimeout(this.#watchdog)
    const due = Date.now() + milliseconds
    this.#watchdog = setTimeout(() => {
      if (Date.now() - due > THROTTLED_MS) this.#watch(DELIVERY_MS)
      else this.#retryLater(true, this.#receivedAt)
    }, milliseconds)
  }

  #renew(): void {
    if (this.#ended) return
    this.#drop()
    if (this.status === 'open') this.#lose(Date.now())
    this.#connect()
  }

  /** Without a connection, nothing is known about the others. Presence after a reconnect is not announced as news. */
  #lose(since: number): void {
    if (this.status !== 'lost') this.lostAt = since
    this.status = 'lost'
    this.absent = null
  }

  /** Close the socket and ignore what it may still send. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    clearTimeout(this.#watchdog)
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
    // A command without an answer may have been executed; the next table shows it. A held answer means that it was.
    const held = this.#held
    this.#held = []
    for (const { id, message } of held) this.#pending.resolve(id, message)
    this.#pending.rejectAll()
  }

  #connect(): void {
    if (this.#ended || this.#socket) return
    clearTimeout(this.#timer)
    // The first connection also asks for the last hundred news: how the game came to this position.
    const query = new URLSearchParams({ after: String(this.view?.number ?? 0) })
    if (this.#invite) query.set('invite', this.#invite)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?${query}`)
    this.#socket = socket
    this.#attemptedAt = Date.now()
    this.#fresh = true
    let opened = false
    socket.onopen = () => {
      clearTimeout(this.#timer)
      opened = true
      this.#receivedAt = Date.now()
      this.#watch() // a socket that opens and sends nothing is dead
    }
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.#closed(event, opened)
    // A network that drops every packet would otherwise keep us waiting for minutes.
    this.#timer = setTimeout(() => this.#retryLater(false), CONNECT_TIMEOUT_MS)
  }

  #closed(event: CloseEvent, opened: boolean): void {
    if (event.code === 1008) {
      this.refusal = new Refusal(403, { code: 'private', error: event.reason })
      this.end()
      return
    }
    this.#retryLater(opened)
  }

  /** There is no connection; try again after a pause. */
  #retryLater(opened: boolean, since = Date.now()): void {
    this.#drop()
    clearTimeout(this.#timer)
    this.#lose(since)
    if (!opened) void this.#findReason()
    this.#timer = setTimeout(() => this.#connect(), this.#backoff.next())
  }

  /** A browser does not say why a socket was refused, so request the table by HTTP. */
  async #findReason(): Promise<void> {
    const query = this.#invite ? `?invite=${encodeURIComponent(this.#invite)}` : ''
    try {
      await get<SeenTable>(`/api/tables/${encodeURIComponent(this.id)}${query}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.isTemporary || this.#ended) return // keep trying
      this.refusal = error
      this.end()
    }
  }

  #receive(message: ServerMessage): void {
    this.#receivedAt = Date.now()
    this.#watch()
    switch (message.type) {
      case 'table':
        if (this.#isOlder(message.view)) {
          this.#retryLater(true)
          break
        }
        this.status = 'open'
        this.settings = message.settings
        this.invite = message.invite ?? null
        this.absent = message.absent
        this.#backoff.reset() // not before: a server may accept the socket and hang up
        this.#accept(message, message.record, true)
        this.#wakeWaiting(true)
        break
      case 'update':
        this.#accept(message, message.record === undefined ? this.#extended(message.news) : message.record, false)
        break
      case 'presence':
        this.absent = message.absent
        break
      case 'heartbeat':
        this.#synchronize(message.now)
        break
      case 'refused':
        this.#pending.reject(message.id, new Refusal(message.again ? 503 : 409, message))
        break
      case 'done': {
        // With several server processes, the answer may arrive before the update with its effect.
        const { id, number } = message
        if (this.view && this.view.number < number && this.#pending.has(id)) this.#held.push({ id, number, message })
        else this.#pending.resolve(id, message)
        break
      }
      default:
        this.#pending.resolve(message.id, message)
    }
  }

  /** Whether the table is older than the known one. If the server keeps sending it, its database was restored. */
  #isOlder(view: View): boolean {
    const older = this.view !== null && view.number < this.view.number && this.#older < MAX_OLDER - 1
    this.#older = older ? this.#older + 1 : 0
    return older
  }

  #wakeWaiting(isReceived: boolean): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(isReceived)
  }

  /** The fastest message of a connection gives the best estimate of the server's time, until one of the clocks is set. */
  #synchronize(now: number): void {
    const ahead = now - Date.now()
    if (this.#fresh || ahead > this.ahead || this.ahead - ahead > CLOCK_STEP_MS) this.ahead = ahead
    this.#fresh = false
  }

  #accept(message: TableMessage | UpdateMessage, record: RecordDocument | null, whole: boolean): void {
    this.#synchronize(message.now)
    const known = this.view?.number ?? -1
    if (whole || message.view.number >= known) {
      const news = message.news.filter((item) => item.number > known)
      this.view = message.view
      this.record = record
      this.messages = message.messages ?? (whole ? [] : [...this.messages, ...messagesIn(news)])
      this.#listener({ news, view: message.view, record, whole })
    }
    this.#pending.resolve(message.done, message)
    const { number } = message.view
    const due = this.#held.filter((held) => held.number <= number)
    this.#held = this.#held.filter((held) => held.number > number)
    for (const held of due) this.#pending.resolve(held.id, held.message)
  }

  /** The record, with the entries of the news added to its log. */
  #extended(news: News[]): RecordDocument | null {
    const added = news.flatMap((item) => (item.event === 'played' ? (item.entries ?? []) : []))
    if (!this.record || !added.length) return this.record
    return { ...this.record, log: [...this.record.log, ...added] }
  }
}

/** What a table needs of its connection. */
export type Connection = Pick<LiveTable, keyof LiveTable>
