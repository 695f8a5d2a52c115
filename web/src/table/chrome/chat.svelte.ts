/** The messages of partners who may talk: the visible ones, and the unread ones. */

import { untrack } from 'svelte'
import type { PartnerMessage } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { seatOf } from './who'

export class Chat {
  #here: TableState
  /** Whether the messages are on the screen. */
  shown = $state(false)
  #read = $state(-1) // the number of the last message that was shown

  /** Create it once the table is known: messages from before are not marked as new. */
  constructor(here: TableState) {
    this.#here = here
    this.#read = untrack(() => here.live.messages.at(-1)?.number ?? -1)
  }

  readonly messages: readonly PartnerMessage[] = $derived.by(() => this.#here.live.messages)
  readonly canWrite: boolean = $derived.by(() => this.#here.live.view?.can?.includes('say') ?? false)
  /** Whether there is anything to read or to write. */
  readonly isThere: boolean = $derived.by(() => this.canWrite || this.messages.length > 0)
  readonly unread: number = $derived.by(
    () => this.messages.filter(({ number, seat }) => number > this.#read && !this.#here.yours.includes(seat)).length,
  )
  /** The seat that writes: on a shared screen the one whose tiles are shown. */
  readonly seat: number | null = $derived.by(() => {
    const { yours, view } = this.#here
    const seat = seatOf(this.#here)
    return seat !== null && yours.includes(seat) && view?.shared.phase === 'playing' ? seat : null
  })
  readonly partner: number | null = $derived.by(() => {
    const side = this.#here.view?.shared.rules.sides.find((seats) => this.seat !== null && seats.includes(this.seat))
    return side?.find((seat) => seat !== this.seat) ?? null
  })

  /** All that is shown now was read. */
  markRead(): void {
    this.#read = Math.max(this.#read, this.messages.at(-1)?.number ?? -1)
  }
}
