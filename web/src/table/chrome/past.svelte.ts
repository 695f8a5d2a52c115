/** An earlier position of the running game, while the viewer has selected it in the list of moves. */

import { type Step, stepsOf } from '../../positions/steps'
import { historyOf, Refusal } from '../../net/http'
import type { History, ReplayStep } from '../../net/wire'
import type { TableState } from '../state.svelte'
import type { Move } from '../../moves/moves'

/** Milliseconds for which one points at a move before it is shown: a pointer that passes by means none. */
const POINTED = 120
/** Milliseconds after which a position that could not be fetched is asked for again. */
const AGAIN = 2000

/** Hidden pieces lie face down: a piece without a letter. */
const faceDown = (groups: readonly (string[] | number)[] | undefined): string[][] | undefined =>
  groups?.map((group) => (typeof group === 'number' ? Array<string>(group).fill('') : group))

export const stepsIn = ({ steps }: History): Step[] =>
  stepsOf({
    steps: steps.map((step): ReplayStep => ({ ...step, racks: faceDown(step.racks), hands: faceDown(step.hands) })),
  })

export class Past {
  /** The place in the log of the move that was chosen; null for now. */
  kept = $state<number | null>(null)
  /** The list of moves has the room of the score boards, which are small meanwhile. */
  listing = $state(false)
  steps = $state.raw<readonly Step[]>([])
  #pointed = $state<number | 'now' | null>(null)
  #seen = $state(-1) // the last move when one was chosen
  #fetched = 0 // so many entries of the log are in the steps
  #lacked = -1 // so many entries had the last answer that lacked some
  #asking = false
  #pausing = false // the last answer was none, or lacked something
  #round = 0 // answers to what was asked before something was forgotten are too late
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  readonly #here: TableState
  readonly #at: number | null = $derived.by(() => {
    if (this.#here.view?.shared.phase !== 'playing' || this.#pointed === 'now') return null
    return this.#pointed ?? this.kept
  })
  /** The position that is shown; null for that of now. */
  readonly step: Step | null = $derived.by(() => {
    const at = this.#at
    return at === null ? null : (this.steps.find(({ entries }) => (entries.at(-1) ?? -1) >= at) ?? null)
  })
  /** The move that led to it. */
  readonly move: Move | null = $derived.by(() => (this.step === null ? null : (this.#here.moves.find(({ at }) => at === this.#at) ?? null)))
  /** Its number; that of the move before it if it has none itself. */
  readonly number: number = $derived.by(() => this.#numberAt(this.#at ?? -1))
  /** A move that was made since an earlier one was chosen. */
  readonly news: Move | null = $derived.by(() => {
    const last = this.#here.moves.at(-1)
    return this.kept !== null && last && last.at > this.#seen ? last : null
  })

  constructor(here: TableState) {
    this.#here = here
  }

  /** How many moves there are. */
  get count(): number {
    return this.#numberAt(Infinity)
  }

  #numberAt(at: number): number {
    return this.#here.moves.findLast((move) => move.number !== null && move.at <= at)?.number ?? 0
  }

  /** Point at a move, and soon see the position after it; null is now. */
  point(at: number | null): void {
    clearTimeout(this.#timer)
    this.prepare()
    this.#timer = setTimeout(() => {
      this.#pointed = at ?? 'now'
      if (this.#at !== null && this.step === null) this.prepare()
    }, POINTED)
  }

  /** Point at none any more. */
  leave(): void {
    clearTimeout(this.#timer)
    this.#pointed = null
  }

  /** Stay at a position. */
  keep(at: number): void {
    this.leave()
    if (this.kept === null) this.#seen = this.#here.moves.at(-1)?.at ?? -1
    this.kept = at
    this.prepare()
  }

  /** Go back to how it is now. */
  back(): void {
    this.leave()
    this.kept = null
  }

  /** Go so many moves on; beyond the last one is now. */
  go(by: number): void {
    const { moves } = this.#here
    const now = this.kept === null ? moves.length : moves.findIndex(({ at }) => at === this.kept)
    const to = Math.max(0, now + by)
    const move = moves[to]
    if (move) this.keep(move.at)
    else this.back()
  }

  /** Fetch the positions of all moves that are listed, unless they are there. */
  prepare(): void {
    const wanted = this.#here.record?.log.length ?? 0
    if (this.#asking || this.#pausing || this.#fetched >= wanted) return
    this.#asking = true
    void this.#fetch(wanted)
  }

  async #fetch(wanted: number): Promise<void> {
    clearTimeout(this.#retry)
    const round = this.#round
    try {
      const found = await historyOf(this.#here.live.id)
      if (round !== this.#round) return
      // The answer may lack the last moves: another process of the server gave it, which had not heard of them yet.
      const entries = (found.steps.at(-1)?.entry ?? -1) + 1
      if (entries >= this.#fetched) this.steps = stepsIn(found)
      this.#fetched = Math.max(this.#fetched, entries)
      if (this.#fetched >= wanted) return
      // Asked twice for the same, it will not come: what a shared screen shows one seat is not in its history yet.
      if (entries === this.#lacked) this.#fetched = wanted
      else this.#askLater()
      this.#lacked = entries
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (round !== this.#round) return
      this.#askLater(Math.max(AGAIN, error.retryAfter))
    } finally {
      if (round === this.#round) this.#asking = false
    }
  }

  /** Ask again after a pause if the chosen position is still missing. Until then, nothing is asked. */
  #askLater(pause = AGAIN): void {
    this.#pausing = true
    this.#retry = setTimeout(() => {
      this.#pausing = false
      if (this.#at !== null && this.step === null) this.prepare()
    }, pause)
  }

  /** What was played is not what it was: it was taken back, is over or another game, or is seen through other eyes. */
  forget(): void {
    this.back()
    this.steps = []
    this.#fetched = 0
    this.#lacked = -1
    this.#round += 1
    this.#asking = false
  }

  end(): void {
    this.forget()
    clearTimeout(this.#retry)
  }
}
