/** The table at which a rematch is to be played, as it is seen from the old one. */

import { get } from '../../lib/api'
import { Live } from '../../lib/live.svelte'
import { list, t } from '../../lib/words.svelte'
import type { SeenTable } from '../../wire'
import type { TableState } from '../state.svelte'

/** Milliseconds between two looks, at first and at most. */
const FIRST = 2500
const LONGEST = 30_000
/** So long after it was opened it is known who has not come. */
const KNOWN = 6000
/** How long it is shown that everybody has agreed, before one goes there. */
const AGREED = 900

export class Rematch {
  #here: TableState
  #seen = $state.raw<SeenTable | null>(null)
  /** Whoever asked for it waits at the old table until the others have come to the new one. */
  waits = $state(false)
  #line = $state.raw<Live | null>(null) // to the new table, while one waits
  #known = $state(false) // that line has been there for long enough to know who has none
  #begun: boolean = $derived.by(() => (this.#line?.view?.shared.phase ?? 'gathering') !== 'gathering')
  /** The seats of the others who have to come, and of those who have not yet. */
  readonly others: number[] = $derived.by(() => {
    const view = this.#line?.view ?? this.#here.live.view
    const yours = view?.yours ?? []
    return (view?.shared.seats ?? []).flatMap(({ kind, taken, away }, seat) =>
      kind === 'open' && taken && !away && !yours.includes(seat) ? [seat] : [],
    )
  })
  readonly missing: number[] = $derived.by(() => {
    if (this.#begun) return []
    const absent = this.#known ? this.#line?.absent : null
    return absent ? this.others.filter((seat) => absent.includes(seat)) : this.others
  })

  /** To be made while a component begins: it looks again and again as long as that one lives. */
  constructor(here: TableState, arrive: (table: string) => void) {
    this.#here = here
    $effect(() => {
      const table = here.view?.shared.rematch
      if (!table) return
      return this.waits ? this.#wait(table) : this.#watch(table)
    })
    $effect(() => {
      if (this.#line?.status !== 'open') return
      const timer = setTimeout(() => (this.#known = true), KNOWN)
      return () => {
        this.#known = false
        clearTimeout(timer)
      }
    })
    $effect(() => {
      const table = here.view?.shared.rematch
      if (!table || !this.#line?.view || this.missing.length) return
      const timer = setTimeout(() => arrive(table), AGREED)
      return () => clearTimeout(timer)
    })
  }

  /** With a line to the new table the others see there that one waits, and one hears at once when they come. */
  #wait(table: string): () => void {
    const line = new Live(table, '', () => {})
    this.#line = line
    return () => {
      this.#line = null
      line.end()
    }
  }

  #watch(table: string): () => void {
    let [pause, ended] = [FIRST, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      try {
        const seen = await get<SeenTable>(`/api/tables/${encodeURIComponent(table)}`)
        if (!ended) this.#seen = seen
      } catch {
        // Not everybody may see it, and a line comes back.
      }
      pause = Math.min(LONGEST, pause * 1.15)
      if (!ended && this.#seen?.view.shared.phase !== 'over') timer = setTimeout(() => void look(), pause)
    }
    void look()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }

  #names = (seats: readonly number[]): { names: string; n: number } => ({
    names: list(seats.map((seat) => this.#here.name(seat))),
    n: seats.length,
  })

  /** Whom one waits for; when everybody has come, that they have. */
  get waiting(): string {
    return this.missing.length ? t('result.waiting', this.#names(this.missing)) : this.#agreed(this.others)
  }

  #agreed = (seats: readonly number[]): string => (seats.length ? t('result.agreed', this.#names(seats)) : '')

  /** What is to be known of it, or asked; nothing as long as there is none. */
  get text(): string {
    if (!this.#here.view?.shared.rematch) return ''
    if (this.waits) return this.missing.length ? this.#agreed(this.others.filter((seat) => !this.missing.includes(seat))) : ''
    const seen = this.#seen
    if (!seen || seen.view.shared.phase === 'gathering') return this.#waits(seen)
    const { turn, yours = [] } = seen.view
    return t(turn && yours.includes(turn.seat) ? 'result.begun.yours' : 'result.begun')
  }

  #waits(seen: SeenTable | null): string {
    const now = Date.now() + this.#here.live.ahead
    const absent = seen && now - seen.view.shared.since > KNOWN ? seen.absent : null
    const there = (seen?.view.shared.seats ?? []).flatMap(({ kind, taken }, seat) =>
      kind === 'open' && taken && absent && !absent.includes(seat) && !seen?.view.yours?.includes(seat) ? [seat] : [],
    )
    if (!there.length) return t('result.asked')
    return t('result.asked.by', this.#names(there))
  }
}
