/** One live table: the socket, what it told last, and how to ask it something. */

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
import { Backoff, onHope } from './backoff'
import { lost, Questions } from './requests'

export type Status = 'connecting' | 'open' | 'lost' | 'closed'

/** What a message says without the id, which is given here. */
type WithoutId<M> = M extends ClientMessage ? Omit<M, 'id'> : never
export type Order = WithoutId<ClientMessage>

/** What was done, but not yet told in a view. */
interface Held {
  id: unknown
  number: number
  message: ServerMessage
}

/** A moment of the table, as it was told: the news that led to it and how it looked then. */
export interface Moment {
  news: News[]
  view: View
  record: RecordDocument | null
  whole: boolean // the table anew: news were missed, or seen through other eyes
}

/** How long a connection may take to be made. A new attempt finds a network that is back sooner than an old one does. */
const CONNECT_TIMEOUT_MS = 5000
/**
 * A connection is dead when nothing was heard for this long: two heartbeats are missing, as the server sends one
 * whenever it has sent nothing else for 2 s. It is below 5 s, so that the player sees it within 5 s.
 */
export const DEAD_AFTER_MS = 4200
/** A timer that fires this late was throttled, or the page was frozen: messages may have come meanwhile. */
const THROTTLED_MS = 1500
/** How long to wait for messages that came while the page was frozen. */
const DELIVERY_MS = 250
/** A click does not replace an attempt that is younger than this. */
const YOUNG_MS = 1000
/** A message this much later than others means that a clock was set, not that the message was slow. */
const CLOCK_STEP_MS = 5000
/** How often a server has to send a table older than the known one before the client accepts it. */
const INSISTS = 3

/** How long each kind of question may wait for its answer. A bot that gives a hint may have to be started first. */
const LIMITS_MS: Partial<Record<Order['do'], number>> = { hint: 90_000, preview: 6000 }
const LIMIT_MS = 8000

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
  /** Since when there is no connection, by our clock. After a silence that is when the last message came. */
  lostAt = Date.now()

  #socket: WebSocket | null = null
  #listener: (moment: Moment) => void
  #invite: string
  #questions = new Questions()
  #held: Held[] = []
  #whole: ((told: boolean) => void)[] = [] // callers that wait for the whole table
  #backoff = new Backoff()
  #timer: ReturnType<typeof setTimeout> | undefined // until a connection is given up, or tried again
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #stopHoping: () => void
  #heardAt = 0
  #triedAt = 0
  #older = 0 // how often the first table received was older than the known one
  #fresh = true // nothing was heard over this socket yet
  #ended = false

  constructor(id: string, invite: string, listener: (moment: Moment) => void) {
    this.id = id
    this.#invite = invite
    this.#listener = listener
    this.#stopHoping = onHope(this.#hope)
    addEventListener('offline', this.#doubt)
    this.#connect()
  }

  /** Send something, and get the answer; a refusal is thrown, also when no answer comes in time. */
  ask(order: Order): Promise<ServerMessage> {
    if (this.status !== 'open' || this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(lost())
    const limit = LIMITS_MS[order.do]
    // A command without an answer may have been done: the table of a new connection shows it.
    const late = (): void => {
      if (limit === undefined) this.#renew()
    }
    const { id, answer } = this.#questions.add(limit ?? LIMIT_MS, late)
    this.#socket.send(JSON.stringify({ ...order, id }))
    return answer
  }

  /** Wait until the whole table is received again; false if that will never happen. */
  whole(): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false)
    return new Promise((resolve) => this.#whole.push(resolve))
  }

  /** See the table through other eyes: a name was taken, or a seat. */
  again(): void {
    this.#renew()
  }

  /** The player asks to try again now. */
  retry(): void {
    const young = this.#socket !== null && Date.now() - this.#triedAt < YOUNG_MS
    if (this.status !== 'open' && !young) this.#renew()
  }

  end(): void {
    this.#ended = true
    this.status = 'closed'
    clearTimeout(this.#timer)
    this.#stopHoping()
    removeEventListener('offline', this.#doubt)
    this.#drop()
    this.#arrived(false)
  }

  /**
   * The network is back, or the page is visible again. Then a machine may have slept: the socket looks open while the
   * server has long closed it. What came while the page was frozen is delivered first.
   */
  #hope = (): void => {
    if (this.status !== 'open') this.#renew()
    else if (Date.now() - this.#heardAt >= DEAD_AFTER_MS) this.#watch(DELIVERY_MS)
  }

  /** The network is gone: the socket would not notice for seconds. A server on the same machine answers at once. */
  #doubt = (): void => {
    if (this.status === 'open') this.#renew()
  }

  /** Give the connection up unless something is heard within this time. */
  #watch(milliseconds = DEAD_AFTER_MS): void {
    clearTimeout(this.#watchdog)
    const due = Date.now() + milliseconds
    this.#watchdog = setTimeout(() => {
      if (Date.now() - due > THROTTLED_MS) this.#watch(DELIVERY_MS)
      else this.#missed(true, this.#heardAt)
    }, milliseconds)
  }

  #renew(): void {
    if (this.#ended) return
    this.#drop()
    if (this.status === 'open') this.#lose(Date.now())
    this.#connect()
  }

  /** Without a line nobody knows who else has none; who is found when it is back is no news. */
  #lose(since: number): void {
    if (this.status !== 'lost') this.lostAt = since
    this.status = 'lost'
    this.absent = null
  }

  /** Let go of the socket, whatever it may still say. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    clearTimeout(this.#watchdog)
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
    // A command without an answer may or may not have been done; the next table shows it. What is held was done.
    const held = this.#held
    this.#held = []
    for (const { id, message } of held) this.#questions.resolve(id, message)
    this.#questions.rejectAll()
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
    this.#triedAt = Date.now()
    this.#fresh = true
    let reached = false
    socket.onopen = () => {
      clearTimeout(this.#timer)
      reached = true
      this.#heardAt = Date.now()
      this.#watch() // a socket that opens and sends nothing is dead
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.#closed(event, reached)
    // A network that swallows everything would be waited for for minutes.
    this.#timer = setTimeout(() => this.#missed(false), CONNECT_TIMEOUT_MS)
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
  #missed(reached: boolean, since = Date.now()): void {
    this.#drop()
    clearTimeout(this.#timer)
    this.#lose(since)
    if (!reached) void this.#findOut()
    this.#timer = setTimeout(() => this.#connect(), this.#backoff.next())
  }

  /** A browser does not tell why a socket was refused, so ask for the table itself. */
  async #findOut(): Promise<void> {
    const query = this.#invite ? `?invite=${encodeURIComponent(this.#invite)}` : ''
    try {
      await get<SeenTable>(`/api/tables/${encodeURIComponent(this.id)}${query}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.mayPass || this.#ended) return // trying goes on
      this.refusal = error
      this.end()
    }
  }

  #hear(message: ServerMessage): void {
    this.#heardAt = Date.now()
    this.#watch()
    switch (message.type) {
      case 'table':
        if (this.#isOlder(message.view)) {
          this.#missed(true)
          break
        }
        this.status = 'open'
        this.settings = message.settings
        this.invite = message.invite ?? null
        this.absent = message.absent
        this.#backoff.reset() // not for a server that only opens the socket and hangs up
        this.#take(message, message.record, true)
        this.#arrived(true)
        break
      case 'update':
        this.#take(message, message.record === undefined ? this.#goneOn(message.news) : message.record, false)
        break
      case 'presence':
        this.absent = message.absent
        break
      case 'heartbeat':
        this.#synchronize(message.now)
        break
      case 'refused':
        this.#questions.reject(message.id, new Refusal(message.again ? 503 : 409, message))
        break
      case 'done': {
        // Another process of the server may tell what was done only after it has said so.
        const { id, number } = message
        if (this.view && this.view.number < number && this.#questions.has(id)) this.#held.push({ id, number, message })
        else this.#questions.resolve(id, message)
        break
      }
      default:
        this.#questions.resolve(message.id, message)
    }
  }

  /** Whether a process sent a table older than the known one; if it keeps sending it, its database is older. */
  #isOlder(view: View): boolean {
    const older = this.view !== null && view.number < this.view.number && this.#older < INSISTS - 1
    this.#older = older ? this.#older + 1 : 0
    return older
  }

  #arrived(told: boolean): void {
    const waiting = this.#whole
    this.#whole = []
    for (const resolve of waiting) resolve(told)
  }

  /** The quickest message of a connection is the best estimate of the server's time, until one of the clocks is set. */
  #synchronize(now: number): void {
    const ahead = now - Date.now()
    if (this.#fresh || ahead > this.ahead || this.ahead - ahead > CLOCK_STEP_MS) this.ahead = ahead
    this.#fresh = false
  }

  #take(message: TableMessage | UpdateMessage, record: RecordDocument | null, whole: boolean): void {
    this.#synchronize(message.now)
    const known = this.view?.number ?? -1
    if (whole || message.view.number >= known) {
      const news = message.news.filter((item) => item.number > known)
      this.view = message.view
      this.record = record
      this.messages = message.messages ?? (whole ? [] : [...this.messages, ...written(news)])
      this.#listener({ news, view: message.view, record, whole })
    }
    this.#questions.resolve(message.done, message)
    const { number } = message.view
    const due = this.#held.filter((held) => held.number <= number)
    this.#held = this.#held.filter((held) => held.number > number)
    for (const held of due) this.#questions.resolve(held.id, held.message)
  }

  /** The record with what the news add to its log. */
  #goneOn(news: News[]): RecordDocument | null {
    const added = news.flatMap((item) => (item.event === 'played' ? (item.entries ?? []) : []))
    if (!this.record || !added.length) return this.record
    return { ...this.record, log: [...this.record.log, ...added] }
  }
}
