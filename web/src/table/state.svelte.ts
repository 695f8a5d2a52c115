/** A table as the page shows it: what was told, in the order and at the speed that one can follow. */

import { getContext, setContext } from 'svelte'
import { Refusal } from '../lib/api'
import { Live, type Moment, type Order } from '../lib/live.svelte'
import { moves } from '../lib/prefs.svelte'
import { t } from '../lib/words.svelte'
import { type Stories, told } from './around/stories'
import type { Choice, Counted, Decision, Game, Hint, News, NewsPlayed, RecordDocument, SeatView, Settings, Told, View } from '../wire'

/** Milliseconds for which the move of somebody else is shown before the next one. */
const SHOWING = 1400
/** The same where nothing moves: what was counted stays lit that long. */
const LIT = 1000

/** Whether a bot plays for whoever has the seat. */
const isStoodInFor = (seat: SeatView | undefined): boolean => Boolean(seat?.away || seat?.late)

/** The decision that led to how it is now; none if it was taken back, or belongs to an earlier game. */
function lastDecision(news: readonly News[]): NewsPlayed | null {
  const last = news.findLast(({ event }) => event === 'played' || event === 'took-back' || event === 'started')
  return last?.event === 'played' ? last : null
}

export class TableState {
  readonly live: Live
  /** How the table is drawn now; it may lag a little behind what is known. */
  view = $state.raw<View | null>(null)
  record = $state.raw<RecordDocument | null>(null)
  /** What happened last, as long as it is being shown. */
  story = $state.raw<Told[]>([])
  /** The same for the last decision, until the next one. */
  lastStory = $state.raw<Told[]>([])
  lastSeat = $state<number | null>(null)
  /** The newest news, for whatever else is to be shown of them (words, requests, people). */
  news = $state.raw<News[]>([])
  /** Why the last thing that was asked for was not done. */
  refusal = $state.raw<Refusal | null>(null)
  /** Something was sent and is not answered yet. */
  sending = $state(false)
  hints = $state.raw<Hint[]>([])
  /** The bot is asked for hints. */
  hinting = $state(false)
  /** What is known of the decisions in the record's log, by their place there. */
  stories = $state.raw<Stories>(new Map())
  /** What is told to a screen reader. */
  announcement = $state('')

  readonly settings: Settings | null = $derived.by(() => this.live.settings)
  readonly looks: number | null = $derived(this.view?.looks ?? null)
  readonly yours: number[] = $derived([...(this.view?.yours ?? [])])
  /** Whether one decides now, with everything shown that led to it. */
  readonly acting: boolean = $derived(
    this.view?.phase === 'playing' &&
      this.view.turn != null &&
      this.view.turn.seat === this.looks &&
      !isStoodInFor(this.view.seats[this.looks]),
  )
  /** The game that is played, or was last. */
  readonly game: Game = $derived(
    (this.record?.game as Game | undefined) ?? (this.settings?.games[0] as Game | undefined) ?? 'classic',
  )
  readonly counted: Counted[] = $derived(
    this.story.flatMap((told) => (told[0] === 'Counted' && told[1].points > 0 ? [told[1]] : [])),
  )

  #queue: Moment[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #fading: ReturnType<typeof setTimeout> | undefined

  constructor(id: string, invite: string) {
    this.live = new Live(id, invite, (moment) => this.#hear(moment))
  }

  end(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#fading)
    this.live.end()
  }

  /** How a seat is called; `you` for oneself where only one seat is one's own. */
  name(seat: number): string {
    if (this.yours.length === 1 && this.yours[0] === seat) return t('you')
    const seats = this.view?.seats ?? []
    const name = seats[seat]?.name
    if (!name) return t('table.seat', { n: seat + 1 })
    const alike = seats.flatMap((other, k) => (other.name === name ? [k] : []))
    return alike.length > 1 ? `${name} ${'ABCD'[alike.indexOf(seat)]}` : name
  }

  /** Make a decision for the seat that one sees through; whether it was made. */
  async decide(choice: Choice): Promise<boolean> {
    const { view, looks } = this
    if (!view || looks === null) return false
    return this.#play(looks, { seat: looks, ...choice }, view.number)
  }

  /** Give the game up for the side of a seat. */
  async resign(seat: number): Promise<boolean> {
    return this.#play(seat, { seat, resign: true }, this.live.view?.number ?? 0)
  }

  /** A decision made at a number; it still holds if since then only words were said. */
  async #play(seat: number, decision: Decision, at: number): Promise<boolean> {
    const log = this.live.record?.log
    let number = at
    for (;;) {
      const answer = await this.order({ do: 'play', seat, number: number + 1, decision })
      if (answer) return true
      const now = this.refusal?.number ?? null
      if (now === null || now <= number || now !== this.live.view?.number || log !== this.live.record?.log) return false
      number = now
    }
  }

  /** What a decision would do, or null if it cannot be made (then `refusal` says why). */
  async preview(choice: Choice): Promise<Told[] | null> {
    const seat = this.looks
    if (seat === null) return null
    const answer = await this.live.ask({ do: 'preview', seat, decision: { seat, ...choice } })
    return answer.type === 'preview' ? answer.story : null
  }

  /** The best decisions, asked of the bot. */
  async askHints(count = 3): Promise<void> {
    const seat = this.looks
    if (seat === null) return
    const asked = this.record?.log
    this.refusal = null
    this.hinting = true
    try {
      const answer = await this.live.ask({ do: 'hint', seat, count })
      if (answer.type === 'hints' && this.record?.log === asked) this.hints = answer.hints
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.record?.log === asked) this.refusal = error
    } finally {
      this.hinting = false
    }
  }

  /** Ask for something; if it is refused, `refusal` says why and the answer is null. */
  async order(order: Order) {
    this.refusal = null
    this.sending = true
    try {
      return await this.live.ask(order)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refusal = error
      return null
    } finally {
      this.sending = false
    }
  }

  /** Show at once whatever is still waiting to be shown. */
  skip(): void {
    if (!this.#queue.length && !this.story.length) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#queue.length) this.#show(this.#queue.shift() as Moment)
    this.#calm()
  }

  #hear(moment: Moment): void {
    const first = this.view === null
    if (first) this.#begin(moment)
    else if (moment.whole && !moment.news.length) {
      this.#queue = []
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#show(moment)
    } else {
      this.#queue.push(moment)
      if (this.#timer === undefined) this.#next()
    }
  }

  /** The table as one comes to it: what led to it is known, but not shown again. */
  #begin(moment: Moment): void {
    this.#show({ ...moment, news: [] })
    this.stories = told(new Map(), moment.record?.log ?? [], moment.news)
    const last = lastDecision(moment.news)
    if (!last) return
    this.lastStory = last.story
    this.lastSeat = last.seat
  }

  #next(): void {
    this.#timer = undefined
    const moment = this.#queue.shift()
    if (!moment) return
    this.#show(moment)
    // One's own moves need no time: the next one may follow at once.
    const others = moment.news.some((item) => item.event === 'played' && !this.yours.includes(item.seat))
    const pause = others && this.#queue.length < 8 ? (moves() ? SHOWING : LIT) : 0
    if (pause) this.#timer = setTimeout(() => this.#next(), pause)
    else if (this.#queue.length) this.#next()
  }

  #show(moment: Moment): void {
    const last = lastDecision(moment.news)
    if (this.record?.log !== moment.record?.log) this.hints = []
    this.view = moment.view
    this.record = moment.record
    this.news = moment.news
    this.stories = told(this.stories, moment.record?.log ?? [], moment.news)
    if (moment.news.some((item) => item.event === 'took-back' || item.event === 'started')) {
      this.lastStory = []
      this.lastSeat = null
    }
    if (last) {
      this.story = this.lastStory = last.story
      this.lastSeat = last.seat
      clearTimeout(this.#fading)
      this.#fading = setTimeout(() => this.#calm(), moves() ? SHOWING : LIT)
    }
  }

  #calm(): void {
    clearTimeout(this.#fading)
    this.story = []
  }
}

const KEY = Symbol('table')

export const provide = (state: TableState): TableState => setContext(KEY, state)
/** The table that a component belongs to. */
export const table = (): TableState => getContext<TableState>(KEY)
