/** Swapping one's tiles, or keeping them: drawn as soon as it is decided, as far as it is known before the answer. */

import type { Choice } from '../../net/wire'
import type { TableState } from '../state.svelte'

export class Swapping {
  readonly #here: TableState
  #sent = $state.raw<{ choice: Choice; known: number } | null>(null)
  /** What was decided, as long as the table does not show it. The news of it may be here before the answer is. */
  readonly sent: Choice | null = $derived.by(() =>
    this.#sent && this.#sent.known === this.#known ? this.#sent.choice : null,
  )
  /** The tiles that leave the rack by it; what comes for them nobody knows. */
  readonly returned: readonly string[] = $derived(tilesOf(this.sent))

  constructor(here: TableState) {
    this.#here = here
  }

  get #known(): number {
    return this.#here.record?.log.length ?? 0
  }

  /** Decide, if that would be heard now; whether it was done. Otherwise all is as before. */
  async decide(choice: Choice): Promise<boolean> {
    if (!this.#here.mayDecide) return this.#here.decide(choice) // which says why not
    this.#sent = { choice, known: this.#known }
    try {
      return await this.#here.decide(choice)
    } finally {
      this.#sent = null
    }
  }
}

/** The tiles that a decision swaps. */
export const tilesOf = (choice: Choice | null | undefined): readonly string[] => choice?.swap ?? []
