/** A decision on its way to the server: drawn from its preview until the table shows it, and undone if refused. */

import type { Choice, StoryEvent } from '../net/wire'
import { isSameLog } from './delivery'
import type { TableState } from './state.svelte'

/** No other decision is accepted for this long: a second click is a double click. */
const DOUBLE_CLICK_MS = 350

/** A decision as it was made, regardless of what the player has pointed at since. */
export interface Pending {
  choice: Choice
  from: number | null // the place of the piece in the rack or hand
  story: readonly StoryEvent[] | null // what the preview said; null if it was not known yet
}

export type Decides = Pick<TableState, 'record' | 'lost' | 'skip' | 'retry' | 'deliver'>

export class Decision {
  readonly #table: Decides
  #sent = $state.raw<(Pending & { entries: number }) | null>(null)
  #isRecent = $state(false) // the last decision was made a moment ago
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The decision was sent and is not answered yet. */
  readonly isSent: boolean = $derived.by(() => this.#sent !== null)
  /** Whether another decision would be accepted now. */
  readonly isPossible: boolean = $derived.by(() => !this.isSent && !this.#isRecent && !this.#table.lost)
  /** The decision on its way, until the table shows it. Its news may arrive before its answer. */
  readonly pending: Pending | null = $derived.by(() => (this.#sent?.entries === this.#entries ? this.#sent : null))

  constructor(table: Decides) {
    this.#table = table
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  get #entries(): number {
    return this.#table.record?.log.length ?? 0
  }

  /**
   * Decide for the viewer's seat; returns whether it was accepted. It is not sent if the game has moved on from what is
   * drawn: players should not decide about a position that they have not seen.
   */
  async make(choice: Choice, from: number | null = null, story: readonly StoryEvent[] | null = null): Promise<boolean> {
    const table = this.#table
    if (table.lost) table.retry()
    if (!this.isPossible) return false
    const seen = table.record?.log
    table.skip()
    if (!isSameLog(seen, table.record?.log)) return false
    this.#sent = { choice, from, story, entries: this.#entries }
    this.#isRecent = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#isRecent = false), DOUBLE_CLICK_MS)
    let isMade = false
    try {
      isMade = await table.deliver(choice)
      return isMade
    } finally {
      this.#sent = null
      if (!isMade) this.#isRecent = false // allow an immediate retry
    }
  }
}
