/** A table as the page shows it: what was told, in the order and at the speed that one can follow. */

import { getContext, setContext, untrack } from 'svelte'
import { Refusal } from '../lib/api'
import { Live, type Moment, type Order } from '../lib/live.svelte'
import { shownName } from '../lib/names'
import { moves } from '../lib/prefs.svelte'
import { t } from '../lib/words.svelte'
import { type Move, movesOf } from '../moves/moves'
import { Past } from './around/past.svelte'
import { type Stories, told } from '../moves/stories'
import { wasMade } from './sent'
import type {
  Choice, Counted, DecisionDoc, Game, HintDoc, LogEntry, News, NewsDecisionMade, RecordDocument, SeatView, ServerMessage, Settings, Told,
  View,
} from '../wire'

/** Milliseconds for which the move of somebody else is shown before the next one. */
const SHOWING = 1400
/** The same where nothing moves: what was counted stays lit that long. */
const LIT = 1000
/** The same for one's own move, of which one knows most already. */
const OWN = 850
/** To go out is worth a longer look, also at oneself. */
export const OUT = 1400
/** So many moves may wait to be shown; what waits behind more of them is shown in haste, and then at once. */
const PATIENCE = 8
const HASTE = 600
const MOST = 60
/** So many news are kept for who has not looked yet. */
const RECENT = 40

/** Whether a bot plays for whoever has the seat. */
const isStoodInFor = (seat: SeatView | undefined): boolean => Boolean(seat?.away || seat?.late)

/** Milliseconds after which the first answer of a bot is a slow one. */
const SLOW = 4000

/** How often a decision is sent again before the page says that the server does not answer. */
const MAX_RESENDS = 5

/** How often to ask for hints while the bot is not ready, and how long to wait in between. */
const HINT_TRIES = 24
const HINT_PAUSE = 1000

/** Milliseconds after a decision in which nobody makes another one: a second click belongs to the first. */
const BREATH = 350

/** Milliseconds for which nothing is said, so that the same words are heard again. */
const SILENCE = 60

/** Whether something ends what was told before: it was taken back, or belongs to an earlier game. */
const endsTold = ({ event }: News): boolean => event === 'took-back' || event === 'started'

/** The decisions that led to how it is now, the last one last. */
function decisionsIn(news: readonly News[]): NewsDecisionMade[] {
  return news.slice(news.findLastIndex(endsTold) + 1).filter((item) => item.event === 'played')
}

/** Through which seat one sees earlier positions; those on a shared screen see no rack of them, whoever looks. */
const eyesOf = (view: View | null): number | null => (view?.yours?.length === 1 ? view.looks : null)

/** Whether two logs tell the same; after a new connection the same one comes as another object. */
function sameLog(a: readonly LogEntry[] | undefined, b: readonly LogEntry[] | undefined): boolean {
  return a === b || (a?.length === b?.length && JSON.stringify(a) === JSON.stringify(b))
}

/** Whether a log tells what another one did, and perhaps more. */
const goesOn = (before: readonly LogEntry[] = [], after: readonly LogEntry[] = []): boolean =>
  sameLog(before, after.slice(0, before.length))

/** Several moments as one, so that whoever hears of it misses none of their news. */
function together(moments: readonly Moment[]): Moment | null {
  const last = moments.at(-1)
  if (!last) return null
  return { ...last, news: moments.flatMap(({ news }) => news), whole: moments.some(({ whole }) => whole) }
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
  /** The stories of all decisions that were shown last, which are several when somebody skips. */
  lastStories = $state.raw<Told[][]>([])
  /** The newest news. */
  news = $state.raw<News[]>([])
  /** The last ones, for whatever else is to be shown of them (words, requests, people): several may come at once. */
  recent = $state.raw<News[]>([])
  /** Why the last thing that was asked for was not done. */
  refusal = $state.raw<Refusal | null>(null)
  /** Something was sent and is not answered yet. */
  readonly sending: boolean = $derived.by(() => this.#unanswered > 0)
  /** The same for a decision. */
  deciding = $state(false)
  #breathes = $state(false) // a decision has only just been made
  /** There is no line: whatever one decided now would be thrown away. */
  readonly lost: boolean = $derived.by(() => this.live.status !== 'open')
  /** Whether another decision would be heard: none is on its way, the last one was no moment ago, and there is a line. */
  readonly mayDecide: boolean = $derived.by(() => !this.deciding && !this.#breathes && !this.lost)
  hints = $state.raw<HintDoc[]>([])
  /** The bot is asked for hints. */
  hinting = $state(false)
  loadingHints = $state(false) // the bot that gives hints is still being loaded
  /** The first decision of a bot since the page was opened takes its time. */
  slow = $state(false)
  /** What is known of the decisions in the record's log, by their place there. */
  stories = $state.raw<Stories>(new Map())
  #said = $state('')
  #unanswered = $state(0)

  readonly settings: Settings | null = $derived.by(() => this.live.settings)
  readonly looks: number | null = $derived(this.view?.looks ?? null)
  readonly yours: number[] = $derived([...(this.view?.yours ?? [])])
  /** Whether one decides now, with everything shown that led to it. */
  readonly acting: boolean = $derived(
    this.view?.shared.phase === 'playing' &&
      this.view.turn != null &&
      this.view.turn.seat === this.looks &&
      !isStoodInFor(this.view.shared.seats[this.looks]),
  )
  /**
   * The seats of others who have no line to the table. While one has none oneself, nothing is known of them; and who
   * has gone on to a rematch is not away.
   */
  readonly absent: number[] = $derived.by(() => {
    if (this.lost || this.view?.shared.rematch) return []
    return (this.live.absent ?? []).filter((seat) => {
      const chair = this.view?.shared.seats[seat]
      return chair?.taken && !isStoodInFor(chair) && !this.yours.includes(seat)
    })
  })
  /** The game that is played, or was last. */
  readonly game: Game = $derived(
    (this.record?.game as Game | undefined) ?? (this.settings?.games[0] as Game | undefined) ?? 'classic',
  )
  readonly counted: Counted[] = $derived(
    this.story.flatMap((told) => (told[0] === 'Counted' && told[1].points > 0 ? [told[1]] : [])),
  )

  /** What was played, the first move first. */
  readonly moves: Move[] = $derived(this.record ? movesOf(this.record, this.stories, this.view?.shared.stand_ins) : [])

  /** An earlier position that somebody looks at. */
  readonly past: Past = new Past(this)

  #last: News[] = [] // the newest news, also what is not shown yet
  #queue: Moment[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #fading: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #breath: ReturnType<typeof setTimeout> | undefined
  #waiting: ReturnType<typeof setTimeout> | undefined
  #answered = false // a bot has decided since the page was opened

  constructor(id: string, invite: string) {
    this.live = new Live(id, invite, (moment) => this.#hear(moment))
  }

  end(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#fading)
    clearTimeout(this.#silence)
    clearTimeout(this.#breath)
    clearTimeout(this.#waiting)
    this.past.end()
    this.live.end()
  }

  /** What is told to a screen reader. */
  get announcement(): string {
    return this.#said
  }

  /** The same words are heard again only if there were none in between. */
  set announcement(text: string) {
    clearTimeout(this.#silence)
    const again = text !== '' && untrack(() => this.#said) === text
    this.#said = again ? '' : text
    if (again) this.#silence = setTimeout(() => (this.#said = text), SILENCE)
  }

  /** How a seat is called; `you` for oneself where only one seat is one's own. */
  name(seat: number): string {
    if (this.yours.length === 1 && this.yours[0] === seat) return t('you')
    const seats = this.view?.shared.seats ?? []
    const name = seats[seat]?.name
    if (!name) return t('table.seat', { n: seat + 1 })
    const alike = seats.flatMap((other, k) => (other.name === name ? [k] : []))
    return alike.length > 1 ? `${shownName(name)} ${'ABCD'[alike.indexOf(seat)]}` : shownName(name)
  }

  /**
   * Make a decision for the seat that one sees through; whether it was made. It is not if the game went on since what
   * is drawn: nobody decides about something not seen yet. Nor is it while another one is not answered, or just after.
   */
  async decide(choice: Choice): Promise<boolean> {
    if (this.lost) {
      this.refusal = new Refusal(0, { code: 'offline', error: 'not sent' })
      this.live.retry()
    }
    if (!this.mayDecide) return false
    const seen = this.record?.log
    this.skip()
    if (!sameLog(seen, this.record?.log)) return false
    const { view, looks } = this
    if (!view || looks === null) return false
    this.deciding = true
    this.#breathe()
    let made = false
    try {
      made = await this.#play(looks, { seat: looks, ...choice }, view.number)
      return made
    } finally {
      this.deciding = false
      if (!made) this.#breathes = false // it may be tried again at once
    }
  }

  #breathe(): void {
    clearTimeout(this.#breath)
    this.#breathes = true
    this.#breath = setTimeout(() => (this.#breathes = false), BREATH)
  }

  /** Give the game up for the side of a seat. */
  async resign(seat: number): Promise<boolean> {
    return this.#play(seat, { seat, resign: true }, this.live.view?.number ?? 0)
  }

  /**
   * A decision made at a number; it is still valid if only words were said since then. If the connection breaks before the
   * answer comes, it is sent again with the same number once the table is received again, so it is never made twice.
   */
  async #play(seat: number, decision: DecisionDoc, at: number): Promise<boolean> {
    const seen = this.record?.log
    let number = at
    for (let resends = 0; ; ) {
      const looks = resends === 0 || (await this.#looksAgain(seat, decision))
      if (looks && (await this.order({ do: 'play', seat, number: number + 1, decision }))) return true
      const unanswered = this.refusal?.code === 'offline'
      if (unanswered && (resends++ === MAX_RESENDS || !(await this.live.whole()))) return false
      if (resends && wasMade({ seat, number: at + 1, decision }, this.#last)) {
        this.refusal = null
        return true
      }
      if (unanswered) continue
      const now = this.refusal?.number ?? null
      if (now === null || now <= number || now !== this.live.view?.number) return false
      if (!sameLog(seen, this.live.record?.log)) return false
      number = now
    }
  }

  /** On a shared screen a new connection shows no seat's hand, and the server accepts no decision of a hand not shown. */
  async #looksAgain(seat: number, decision: DecisionDoc): Promise<boolean> {
    const { yours = [], looks = null } = this.live.view ?? {}
    if (yours.length < 2 || looks === seat || decision.resign) return true
    return (await this.order({ do: 'look', seat })) !== null
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
      const answer = await this.#hintsWhenReady(seat, count, asked)
      if (answer.type === 'hints' && this.record?.log === asked) this.hints = answer.hints
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.record?.log === asked) this.refusal = error
    } finally {
      this.hinting = this.loadingHints = false
    }
  }

  /** After a start the bot that gives hints has to be loaded: as long as it is not ready, ask again. */
  async #hintsWhenReady(seat: number, count: number, asked: unknown): Promise<ServerMessage> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.live.ask({ do: 'hint', seat, count })
      } catch (error) {
        const isReady = !(error instanceof Refusal) || error.code !== 'busy'
        if (isReady || tries === HINT_TRIES || this.record?.log !== asked) throw error
        this.loadingHints = true
      }
      await new Promise((resolve) => setTimeout(resolve, HINT_PAUSE))
    }
  }

  /** Ask for something; if it is refused, `refusal` says why and the answer is null. */
  async order(order: Order) {
    this.refusal = null
    this.#unanswered += 1
    try {
      return await this.live.ask(order)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refusal = error
      return null
    } finally {
      this.#unanswered -= 1
    }
  }

  /** Show at once whatever is still waiting to be shown. */
  skip(): void {
    this.#catchUp()
    if (this.story.length) this.#calm()
  }

  #catchUp(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const moment = together(this.#queue)
    this.#queue = []
    if (moment) this.#show(moment)
  }

  #hear(moment: Moment): void {
    this.#last = [...this.#last, ...moment.news].slice(-RECENT)
    if (!this.view) {
      this.#begin(moment)
      return
    }
    this.#queue.push(moment)
    // Through other eyes one sees at once, and what only the old ones may see is gone at once.
    if ((moment.whole && !moment.news.length) || moment.view.looks !== this.view.looks) this.#catchUp()
    else if (moment.news.some(endsTold) || this.#playsAgain(moment)) this.skip()
    else if (this.#timer === undefined) this.#next()
  }

  /** Whether one plays oneself again, where a bot did: then one sees at once how it stands. */
  #playsAgain({ view }: Moment): boolean {
    return this.yours.some((seat) => isStoodInFor(this.view?.shared.seats[seat]) && !isStoodInFor(view.shared.seats[seat]))
  }

  /** The table as one comes to it: what led to it is known, but not shown again. */
  #begin(moment: Moment): void {
    this.#show({ ...moment, news: [] })
    this.stories = told(new Map(), moment.record?.log ?? [], moment.news)
    const last = decisionsIn(moment.news).at(-1)
    if (!last) return
    this.lastStory = last.story
    this.lastStories = [last.story]
    this.lastSeat = last.seat
  }

  /** Show what comes next, up to the first move that needs its time. */
  #next(): void {
    this.#timer = undefined
    const shown: Moment[] = []
    let pause = 0
    while (this.#queue.length && !pause) {
      const moment = this.#queue.shift() as Moment
      shown.push(moment)
      pause = this.#pauseAfter(moment)
    }
    const moment = together(shown)
    if (!moment) return
    this.#show(moment)
    if (pause) this.#timer = setTimeout(() => this.#next(), pause)
  }

  /** How long a move is shown before the next one. One's own need no time as long as one goes on oneself. */
  #pauseAfter({ news, view }: Moment): number {
    const played = decisionsIn(news)
    if (!played.length || this.#queue.length >= MOST) return 0
    if (this.#queue.length >= PATIENCE) return HASTE
    if (played.some(({ story }) => story.some(([kind]) => kind === 'WentOut'))) return OUT
    const own = played.every(({ seat }) => this.yours.includes(seat) && !isStoodInFor(view.shared.seats[seat]))
    if (!own) return moves() ? SHOWING : LIT
    const turn = view.shared.phase === 'playing' ? view.turn?.seat : undefined
    return turn !== undefined && this.yours.includes(turn) ? 0 : OWN
  }

  #show(moment: Moment): void {
    const decisions = decisionsIn(moment.news)
    const last = decisions.at(-1)
    if (this.record?.log !== moment.record?.log) this.hints = []
    if (this.#isOtherGame(moment)) this.past.forget()
    else if (moment.view.looks !== this.view?.looks) this.past.back() // somebody else has the screen now
    this.view = moment.view
    this.record = moment.record
    this.news = moment.news
    this.recent = [...this.recent, ...moment.news].slice(-RECENT)
    this.stories = told(this.stories, moment.record?.log ?? [], moment.news)
    if (moment.news.some(endsTold)) {
      this.lastStory = []
      this.lastStories = []
      this.lastSeat = null
    }
    if (last) {
      this.story = this.lastStory = last.story
      this.lastStories = decisions.map(({ story }) => story)
      this.lastSeat = last.seat
      clearTimeout(this.#fading)
      this.#fading = setTimeout(() => this.#calm(), moves() ? SHOWING : LIT)
    }
    this.#waitForBot(decisions)
  }

  /** Whether the positions that one could look at are gone: of what was missed, the log alone tells it. */
  #isOtherGame({ news, view, record, whole }: Moment): boolean {
    if (view.shared.phase !== 'playing' || eyesOf(view) !== eyesOf(this.view) || news.some(endsTold)) return true
    return whole && !goesOn(this.record?.log, record?.log)
  }

  #waitForBot(decisions: readonly NewsDecisionMade[]): void {
    const seats = this.view?.shared.seats ?? []
    this.#answered ||= decisions.some(({ seat, stand_in }) => stand_in || seats[seat]?.kind === 'bot')
    clearTimeout(this.#waiting)
    this.slow = false
    const turn = this.view?.shared.phase === 'playing' ? this.view.turn?.seat : undefined
    if (this.#answered || turn === undefined || seats[turn]?.kind !== 'bot') return
    this.#waiting = setTimeout(() => (this.slow = true), SLOW)
  }

  #calm(): void {
    clearTimeout(this.#fading)
    this.story = []
  }
}

/** Under which components find their table. */
export const KEY = Symbol('table')

export const provide = (state: TableState): TableState => setContext(KEY, state)
/** The table that a component belongs to. */
export const table = (): TableState => getContext<TableState>(KEY)
