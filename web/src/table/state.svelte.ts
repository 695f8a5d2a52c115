/** A table as the page shows it. What is drawn may lag a little behind what is known (`live`). */

import { getContext, setContext, untrack } from 'svelte'
import { shownName } from '../text/names'
import { t } from '../i18n/catalogue.svelte'
import { Refusal } from '../net/http'
import { type Connection, LiveTable, type Message, type Update } from '../net/socket.svelte'
import type {
  Choice,
  Counted,
  Game,
  HintDoc,
  LogEntry,
  News,
  NewsDecisionMade,
  RecordDocument,
  ServerMessage,
  Settings,
  StoryEvent,
  View,
} from '../net/wire'
import { type Move, movesOf } from '../moves/moves'
import { Past } from './chrome/past.svelte'
import { addStories, type Stories } from '../moves/stories'
import { Decision } from './decision.svelte'
import { deliver, isSameLog } from './delivery'
import { decisionsIn, endsStories, hasStandIn, Playback } from './playback.svelte'
import type { Task } from './task'

/** How many of the last news are kept. */
const MAX_RECENT = 40

/** After this time the first answer of a bot counts as slow. */
const SLOW_BOT_MS = 4000

/** How often to ask for hints while the bot is not ready, and how long to wait in between. */
const MAX_HINT_TRIES = 24
const HINT_PAUSE_MS = 1000

/** A screen reader reads the same text again only after a pause without text. */
const REPEAT_PAUSE_MS = 60

/** The seat through which earlier positions are seen; a shared screen shows no rack of them. */
const viewerOf = (view: View | null): number | null => (view?.yours?.length === 1 ? view.looks : null)

/** Whether a log continues another one. */
const continues = (before: readonly LogEntry[] = [], after: readonly LogEntry[] = []): boolean =>
  isSameLog(before, after.slice(0, before.length))

export class TableState {
  readonly live: Connection
  /** What a lesson asks for; null at a table. */
  task = $state.raw<Task | null>(null)
  readonly decision: Decision = new Decision(this)
  /** What is drawn. */
  view = $state.raw<View | null>(null)
  record = $state.raw<RecordDocument | null>(null)
  /** The story of the last decision, until the next one. */
  lastStory = $state.raw<StoryEvent[]>([])
  lastSeat = $state<number | null>(null)
  /** The stories of all decisions that were shown last: several if the player skipped some. */
  lastStories = $state.raw<StoryEvent[][]>([])
  /** The news of the last update that was shown. */
  news = $state.raw<News[]>([])
  /** The last news shown: reactions, requests and people among them are shown elsewhere. */
  recent = $state.raw<News[]>([])
  /** Why the last message was refused. */
  refusal = $state.raw<Refusal | null>(null)
  /** A message was sent and is not answered yet. */
  readonly sending: boolean = $derived.by(() => this.#unanswered > 0)
  /** There is no connection, so a decision cannot be sent. */
  readonly lost: boolean = $derived.by(() => this.live.status !== 'open')
  hints = $state.raw<HintDoc[]>([])
  /** Hints were requested. */
  hinting = $state(false)
  loadingHints = $state(false) // the bot that gives hints is still being loaded
  /** The first decision of a bot since the page was opened is slow. */
  slow = $state(false)
  /** The known stories of the decisions in the record's log, by their place there. */
  stories = $state.raw<Stories>(new Map())
  #said = $state('')
  #unanswered = $state(0)

  readonly settings: Settings | null = $derived.by(() => this.live.settings)
  readonly looks: number | null = $derived(this.view?.looks ?? null)
  readonly yours: number[] = $derived([...(this.view?.yours ?? [])])
  /** Whether the viewer has to decide now, and has seen everything that led to it. */
  readonly acting: boolean = $derived(
    this.view?.shared.phase === 'playing' &&
      this.view.turn != null &&
      this.view.turn.seat === this.looks &&
      !hasStandIn(this.view.shared.seats[this.looks]),
  )
  /**
   * The seats of other players who are not connected. Without an own connection this is unknown. A player who has gone on
   * to a rematch is not absent.
   */
  readonly absent: number[] = $derived.by(() => {
    if (this.lost || this.view?.shared.rematch) return []
    return (this.live.absent ?? []).filter((seat) => {
      const chair = this.view?.shared.seats[seat]
      return chair?.taken && !hasStandIn(chair) && !this.yours.includes(seat)
    })
  })
  /** The current game, or the last one. */
  readonly game: Game = $derived((this.record?.game as Game | undefined) ?? (this.settings?.games[0] as Game | undefined) ?? 'classic')
  readonly counted: Counted[] = $derived(this.story.flatMap((event) => (event[0] === 'Counted' && event[1].points > 0 ? [event[1]] : [])))

  /** The moves so far. */
  readonly moves: Move[] = $derived(this.record ? movesOf(this.record, this.stories, this.view?.shared.stand_ins) : [])

  /** The earlier position that the player looks at. */
  readonly past: Past = new Past(this)

  /** The last news received, also those that are not shown yet. */
  received: readonly News[] = []
  readonly #playback: Playback = new Playback(
    () => this.view,
    (update) => this.#show(update),
  )
  #repeating: ReturnType<typeof setTimeout> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined
  #hasBotDecided = false // since the page was opened

  /** `connect` opens another kind of connection: that of a lesson. */
  constructor(id: string, invite: string, connect?: (listener: (update: Update) => void) => Connection) {
    const listener = (update: Update): void => this.#receive(update)
    this.live = connect?.(listener) ?? new LiveTable(id, invite, listener)
  }

  end(): void {
    clearTimeout(this.#repeating)
    clearTimeout(this.#waiting)
    this.#playback.end()
    this.decision.end()
    this.past.end()
    this.live.end()
  }

  /** What happened last, while it is being shown. */
  get story(): StoryEvent[] {
    return this.#playback.story
  }

  /** Show at once everything that waits to be shown. */
  skip(): void {
    this.#playback.skip()
  }

  /** The text for screen readers. */
  get announcement(): string {
    return this.#said
  }

  set announcement(text: string) {
    clearTimeout(this.#repeating)
    const isRepeated = text !== '' && untrack(() => this.#said) === text
    this.#said = isRepeated ? '' : text
    if (isRepeated) this.#repeating = setTimeout(() => (this.#said = text), REPEAT_PAUSE_MS)
  }

  /** The name of a seat; `you` for the only own seat. */
  name(seat: number): string {
    if (this.yours.length === 1 && this.yours[0] === seat) return t('you')
    const seats = this.view?.shared.seats ?? []
    const name = seats[seat]?.name
    if (!name) return t('table.seat', { n: seat + 1 })
    const alike = seats.flatMap((other, k) => (other.name === name ? [k] : []))
    return alike.length > 1 ? `${shownName(name)} ${'ABCD'[alike.indexOf(seat)]}` : shownName(name)
  }

  /** Send a decision of the seat that looks at the table; whether it was made. */
  async deliver(choice: Choice): Promise<boolean> {
    const { view, looks } = this
    return view !== null && looks !== null && deliver(this, looks, { seat: looks, ...choice }, view.number)
  }

  /** Give the game up for the side of a seat. */
  async resign(seat: number): Promise<boolean> {
    return deliver(this, seat, { seat, resign: true }, this.live.view?.number ?? 0)
  }

  /** Say that the connection is lost, and try to connect now. */
  retry(): void {
    this.refusal = new Refusal(0, { code: 'offline', error: 'not sent' })
    this.live.retry()
  }

  /** What a decision would do. Throws a `Refusal` if it cannot be made. */
  async preview(choice: Choice): Promise<StoryEvent[] | null> {
    const seat = this.looks
    if (seat === null) return null
    const answer = await this.live.ask({ do: 'preview', seat, decision: { seat, ...choice } })
    return answer.type === 'preview' ? answer.story : null
  }

  /** Ask the bot for the best decisions. */
  async askHints(count = 3): Promise<void> {
    const seat = this.looks
    if (seat === null) return
    const asked = this.record?.log
    this.refusal = null
    this.hinting = true
    try {
      const answer = await this.#hintsWhenReady(seat, count, asked)
      if (answer.type === 'hints' && this.record?.log === asked) this.hints = answer.hints
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.record?.log === asked) this.refusal = error
    } finally {
      this.hinting = this.loadingHints = false
    }
  }

  /** The bot that gives hints may still be loading: ask again until it is ready. */
  async #hintsWhenReady(seat: number, count: number, asked: unknown): Promise<ServerMessage> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.live.ask({ do: 'hint', seat, count })
      } catch (error) {
        const isReady = !(error instanceof Refusal) || error.code !== 'busy'
        if (isReady || tries === MAX_HINT_TRIES || this.record?.log !== asked) throw error
        this.loadingHints = true
      }
      await new Promise((resolve) => setTimeout(resolve, HINT_PAUSE_MS))
    }
  }

  /** Send a message and return its answer; null if it is refused, then `refusal` says why. */
  async send(message: Message) {
    this.refusal = null
    this.#unanswered += 1
    try {
      return await this.live.ask(message)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refusal = error
      return null
    } finally {
      this.#unanswered -= 1
    }
  }

  #receive(update: Update): void {
    this.received = [...this.received, ...update.news].slice(-MAX_RECENT)
    if (this.view) this.#playback.receive(update)
    else this.#begin(update)
  }

  /** The first update: what led to it is known, but not shown. */
  #begin(update: Update): void {
    this.#show({ ...update, news: [] })
    this.stories = addStories(new Map(), update.record?.log ?? [], update.news)
    const last = decisionsIn(update.news).at(-1)
    if (!last) return
    this.lastStory = last.story
    this.lastStories = [last.story]
    this.lastSeat = last.seat
  }

  #show(update: Update): void {
    const decisions = decisionsIn(update.news)
    const last = decisions.at(-1)
    if (this.record?.log !== update.record?.log) this.hints = []
    if (this.#isOtherGame(update)) this.past.forget()
    else if (update.view.looks !== this.view?.looks) this.past.back() // another player has the screen now
    this.view = update.view
    this.record = update.record
    this.news = update.news
    this.recent = [...this.recent, ...update.news].slice(-MAX_RECENT)
    this.stories = addStories(this.stories, update.record?.log ?? [], update.news)
    if (update.news.some(endsStories)) {
      this.lastStory = []
      this.lastStories = []
      this.lastSeat = null
    }
    if (last) {
      this.lastStory = last.story
      this.lastStories = decisions.map(({ story }) => story)
      this.lastSeat = last.seat
    }
    this.#waitForBot(decisions)
  }

  /** Whether earlier positions are gone. If updates were missed, only the log shows that. */
  #isOtherGame({ news, view, record, whole }: Update): boolean {
    if (view.shared.phase !== 'playing' || viewerOf(view) !== viewerOf(this.view) || news.some(endsStories)) return true
    return whole && !continues(this.record?.log, record?.log)
  }

  #waitForBot(decisions: readonly NewsDecisionMade[]): void {
    const seats = this.view?.shared.seats ?? []
    this.#hasBotDecided ||= decisions.some(({ seat, stand_in }) => stand_in || seats[seat]?.kind === 'bot')
    clearTimeout(this.#waiting)
    this.slow = false
    const turn = this.view?.shared.phase === 'playing' ? this.view.turn?.seat : undefined
    if (this.#hasBotDecided || turn === undefined || seats[turn]?.kind !== 'bot') return
    this.#waiting = setTimeout(() => (this.slow = true), SLOW_BOT_MS)
  }
}

/** The context under which components find their table. */
export const KEY = Symbol('table')

export const provide = (state: TableState): TableState => setContext(KEY, state)
/** The table that a component belongs to. */
export const table = (): TableState => getContext<TableState>(KEY)
