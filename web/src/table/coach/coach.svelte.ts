/**
 * The coach of a first game. The server decides what is worth saying; this module asks, remembers what was said in
 * each game, and lets a poor decision wait. It never blocks a decision: without an answer in time, it is sent.
 */

import { Refusal } from '../../net/http'
import type { AdviceDoc, Choice, HintDoc } from '../../net/wire'
import type { TableState } from '../state.svelte'

/** How long a decision waits for the coach's answer. */
export const MAX_WAIT_MS = 1500

/** How long to wait until the coach is asked again, while the bot is not ready. */
const RETRY_MS = 2000

const KEY = 'ingenious.coach'

/** The games that were played last are kept; someone may play several in turn. */
export const MAX_GAMES = 10

/** What is kept of a game. */
interface Kept {
  game: string // the table, and which game of its match
  said: string[] // what the advice was about
  left: number | null // how many times the coach may still speak; null if this is not known yet
  silent: boolean
  greeted: boolean // the player has seen what the coach does
  last: { position: string; advice: AdviceDoc } | null // what was said ahead and is not put away, for a reload
}

/** What is valid of something that was stored, if it belongs to this game. */
export function checked(stored: unknown, game: string): Kept {
  const {
    game: of,
    said,
    left,
    silent,
    greeted,
    last,
  } = (typeof stored === 'object' ? (stored ?? {}) : {}) as Partial<Record<keyof Kept, unknown>>
  if (of !== game) return { game, said: [], left: null, silent: false, greeted: false, last: null }
  return {
    game,
    said: Array.isArray(said) ? said.filter((one) => typeof one === 'string') : [],
    left: typeof left === 'number' ? left : null,
    silent: silent === true,
    greeted: greeted === true,
    last: (last as Kept['last'] | undefined) ?? null,
  }
}

const gameOf = (stored: unknown): unknown => (stored as Partial<Kept> | null)?.game

/** What is kept of all games, the latest last; earlier versions kept one game. */
function readAll(): unknown[] {
  try {
    return [JSON.parse(localStorage.getItem(KEY) ?? '[]')].flat() as unknown[]
  } catch {
    return [] // no storage, or something else wrote there
  }
}

const read = (game: string): Kept =>
  checked(
    readAll().find((one) => gameOf(one) === game),
    game,
  )

type Table = Pick<TableState, 'live' | 'settings' | 'view' | 'looks' | 'yours' | 'acting' | 'record' | 'hints' | 'lost'>

export class Coach {
  readonly #table: Table
  #kept = $state.raw<Kept>(checked(null, ''))
  /** What the coach says now. */
  advice = $state.raw<AdviceDoc | null>(null)
  #shown = $state.raw<readonly HintDoc[] | null>(null) // the hint that shows where
  #answer = $state.raw<((goesOn: boolean) => void) | null>(null)
  #later: ReturnType<typeof setTimeout> | undefined
  #asked = '' // the position for which the coach was asked ahead

  /** Whether the table has a coach. */
  readonly isThere: boolean = $derived.by(
    () => this.#table.settings?.coached === true && this.#table.yours.length === 1 && this.#table.view?.shared.phase === 'playing',
  )
  readonly isSilent: boolean = $derived.by(() => this.#kept.silent)
  /** The coach has shown what the advice points to, and says why. */
  readonly shows: boolean = $derived.by(() => this.advice !== null && this.#shown !== null && this.#table.hints === this.#shown)
  /** A poor decision waits for the player's answer. */
  readonly holds: boolean = $derived.by(() => this.#answer !== null)

  /** The coach says at the beginning of a game what the player can expect. */
  readonly greets: boolean = $derived.by(() => {
    const { game, silent, greeted } = this.#kept
    return this.isThere && game === this.#game && !silent && !greeted && this.advice === null
  })

  constructor(table: Table) {
    this.#table = table
  }

  get #position(): string {
    return `${this.#game} ${this.#table.record?.log.length ?? 0}`
  }

  get #game(): string {
    return `${this.#table.live.id} ${this.#table.view?.shared.match?.game ?? 0}`
  }

  /** Whether the coach may speak. */
  get #isOn(): boolean {
    if (this.isThere && this.#kept.game !== this.#game) this.#kept = read(this.#game)
    return this.isThere && !this.#kept.silent && this.#kept.left !== 0
  }

  /** Call it whenever the position changes: asks what matters now, once for each decision. */
  async look(): Promise<void> {
    const position = this.#position
    if (this.#asked === position) return
    if (!this.holds) this.advice = null
    if (!this.#table.acting || this.#table.lost || !this.#isOn) return
    this.#asked = position
    if (this.#kept.last?.position === position) {
      this.advice = this.#kept.last.advice
      return
    }
    const advice = await this.#ask(null)
    if (position !== this.#position || this.holds || !this.#isOn) return
    if (advice) this.#say(advice)
    else if (advice === undefined) this.#later = setTimeout(() => this.#again(position), RETRY_MS)
  }

  /** The bot that the coach asks may still be loading. */
  #again(position: string): void {
    if (this.#asked !== position || position !== this.#position) return
    this.#asked = ''
    void this.look()
  }

  /** Whether a decision may be sent: at once, or after the player has answered that it is meant. */
  async allows(choice: Choice): Promise<boolean> {
    if (!this.#isOn || choice.resign) return true
    this.greet()
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_WAIT_MS))
    const advice = await Promise.race([this.#ask(choice), timeout])
    if (!advice || !this.#isOn || !this.#say(advice)) {
      this.advice = null
      return true
    }
    const goesOn = await new Promise<boolean>((resolve) => (this.#answer = resolve))
    this.#answer = null
    this.advice = null
    return goesOn
  }

  /** Play the poor decision. */
  playOn(): void {
    this.#answer?.(true)
  }

  takeBack(): void {
    this.#answer?.(false)
  }

  /** Show the decision that the advice points to, as a hint without a number. The coach says why. */
  show(): void {
    const better = this.advice?.better
    if (better) this.#table.hints = this.#shown = [{ ...better, measure: null, value: null }]
  }

  /** The greeting was seen. */
  greet(): void {
    if (!this.#kept.greeted) this.#keep({ ...this.#kept, greeted: true })
  }

  later(): void {
    if (this.shows) this.#table.hints = []
    this.advice = null
    this.#keep({ ...this.#kept, last: null })
  }

  /** Silence the coach for this game, or let the coach speak again. */
  silence(silent: boolean): void {
    void this.#isOn // reads what is kept of this game
    this.#keep({ ...this.#kept, silent })
    if (!silent) return
    if (this.holds) this.playOn()
    this.advice = null
  }

  end(): void {
    clearTimeout(this.#later)
    this.takeBack()
  }

  /** Whether it is said: the answers before a decision and about it may come together, and be about the same. */
  #say(advice: AdviceDoc): boolean {
    if (this.#kept.said.includes(advice.about)) return false
    const last = advice.after ? null : { position: this.#position, advice }
    this.#keep({ ...this.#kept, greeted: true, said: [...this.#kept.said, advice.about], last })
    this.advice = advice
    return true
  }

  /** What the coach says; undefined if there is no answer now. */
  async #ask(choice: Choice | null): Promise<AdviceDoc | null | undefined> {
    const seat = this.#table.looks
    if (seat === null) return null
    try {
      const decision = choice && { seat, ...choice }
      const answer = await this.#table.live.ask({ do: 'coach', seat, decision, said: this.#kept.said })
      if (answer.type !== 'coach') return null
      if (!answer.advice && answer.left === 0) this.#keep({ ...this.#kept, left: 0 })
      return answer.advice
    } catch (error) {
      if (error instanceof Refusal) return error.code === 'busy' ? undefined : null // or the game has moved on
      throw error
    }
  }

  #keep(kept: Kept): void {
    this.#kept = kept
    try {
      // Another tab may have kept another game meanwhile.
      const others = readAll().filter((one) => gameOf(one) !== kept.game)
      localStorage.setItem(KEY, JSON.stringify([...others, kept].slice(-MAX_GAMES)))
    } catch {
      // It stays until the page is closed.
    }
  }
}
