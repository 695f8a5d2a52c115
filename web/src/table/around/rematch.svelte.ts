/** The table at which a rematch is to be played, as it is seen from the old one. */

import { get } from '../../lib/api'
import { list, t } from '../../lib/words.svelte'
import type { SeenTable } from '../../wire'
import type { TableState } from '../state.svelte'

/** Milliseconds between two looks, at first and at most. */
const FIRST = 2500
const LONGEST = 30_000
/** So long after it was opened it is known who has not come. */
const KNOWN = 6000

export class Rematch {
  #here: TableState
  #seen = $state.raw<SeenTable | null>(null)

  /** To be made while a component begins: it looks again and again as long as that one lives. */
  constructor(here: TableState) {
    this.#here = here
    $effect(() => {
      const table = here.view?.shared.rematch
      return table ? this.#watch(table) : undefined
    })
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

  /** What is to be known of it, or asked; nothing as long as there is none. */
  get text(): string {
    if (!this.#here.view?.shared.rematch) return ''
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
    return t('result.asked.by', { names: list(there.map((seat) => this.#here.name(seat))), n: there.length })
  }
}
