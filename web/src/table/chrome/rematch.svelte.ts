/** The table at which a rematch is to be played, as it is seen from the old one. */

import { get } from '../../net/http'
import { isSheetOpen } from '../../ui/keys'
import { LiveTable } from '../../net/socket.svelte'
import { joinSentences } from '../../i18n/sentences'
import { list, t } from '../../i18n/catalogue.svelte'
import type { SeenTable, View } from '../../net/wire'
import type { TableState } from '../state.svelte'

/** Milliseconds between two looks, at first and at most. */
const FIRST = 2500
const LONGEST = 30_000
/** So long after it was opened it is known who has not come. */
const KNOWN = 6000
/** How long the page shows that all players have agreed, before it opens the new table. */
const AGREED = 900
/** How soon to try again while a sheet is open, whose reader is not to be taken away from it. */
const READING = 500

type Seen = Pick<SeenTable, 'absent' | 'view'>

/** Whether a table was closed before anything was played there. */
const isClosed = ({ shared }: View): boolean => shared.phase === 'over' && !shared.position

export class Rematch {
  #here: TableState
  /** The id of the new table. The effects read only this: other updates of the old table must not restart them. */
  #table: string | null = $derived.by(() => this.#here.view?.shared.rematch ?? null)
  #seen = $state.raw<Seen | null>(null)
  /** The player who asked for it waits at the old table until the others have come to the new one. */
  isWaiting = $state(false)
  #connection = $state.raw<LiveTable | null>(null) // to the new table, while the viewer waits
  #isKnown = $state(false) // the connection has been open for long enough to know who has none
  #hasBegun: boolean = $derived.by(() => {
    const phase = this.#connection?.view?.shared.phase
    return phase === 'playing' || phase === 'between'
  })
  /** The seats of the others who have to come. They are those of the old table: a player who declines has none at the new one. */
  readonly others: number[] = $derived.by(() => {
    const view = this.#here.live.view
    const yours = view?.yours ?? []
    return (view?.shared.seats ?? []).flatMap(({ kind, taken, away }, seat) =>
      kind === 'open' && taken && !away && !yours.includes(seat) ? [seat] : [],
    )
  })
  /** Those of them who have not come yet. */
  readonly missing: number[] = $derived.by(() => {
    if (this.#hasBegun) return []
    const { view, absent } = this.#connection ?? {}
    if (!this.#isKnown || !view || !absent) return this.others
    const declined = this.#declined(view)
    return this.others.filter((seat) => absent.includes(seat) || declined.includes(seat))
  })
  /** Whether all the others have come. */
  #isReady: boolean = $derived.by(() => this.others.length > 0 && !this.missing.length)
  /** What is known of the new table, from the connection or from the last look. */
  #newest: View | null = $derived.by(() => this.#connection?.view ?? this.#seen?.view ?? null)
  /** The new table was closed, so that there is no way there. */
  readonly isClosed: boolean = $derived.by(() => this.#newest !== null && isClosed(this.#newest))

  /** To be made while a component begins: it looks again and again as long as that one lives. */
  constructor(here: TableState, arrive: (table: string) => void) {
    this.#here = here
    $effect(() => {
      if (!this.#table) return
      return this.isWaiting ? this.#connect(this.#table) : this.#watch(this.#table)
    })
    $effect(() => {
      if (this.#connection?.status !== 'open') return
      const timer = setTimeout(() => (this.#isKnown = true), KNOWN)
      return () => {
        this.#isKnown = false
        clearTimeout(timer)
      }
    })
    $effect(() => this.#giveUp())
    $effect(() => {
      const table = this.#table
      if (!table || !this.isWaiting || !this.#isReady) return
      const leave = (): void => {
        if (isSheetOpen()) timer = setTimeout(leave, READING)
        else arrive(table)
      }
      let timer = setTimeout(leave, this.#hasBegun ? 0 : AGREED)
      return () => clearTimeout(timer)
    })
  }

  /** The connection to the new table shows the others that the viewer waits, and reports at once when they come. */
  #connect(table: string): () => void {
    const connection = new LiveTable(table, '', () => {})
    this.#connection = connection
    return () => {
      this.#connection = null
      connection.end()
    }
  }

  /** Stop waiting if the viewer may not see the new table, if it is over, or if a player is not coming. */
  #giveUp(): void {
    const { view, absent = null, refusal } = this.#connection ?? {}
    if (refusal) this.isWaiting = false
    if (!view || (view.shared.phase !== 'over' && (this.#hasBegun || !this.#declined(view).length))) return
    this.#seen = { view, absent: absent && [...absent] } // so that it is known why
    this.isWaiting = false
  }

  #watch(table: string): () => void {
    let [pause, ended] = [FIRST, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      try {
        const seen = await get<SeenTable>(`/api/tables/${encodeURIComponent(table)}`)
        if (!ended) this.#seen = seen
      } catch {
        // The viewer may not be allowed to see it, and a lost connection comes back.
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

  /** The others who have left their seats at the new table. */
  #declined = ({ shared }: View): number[] => this.others.filter((seat) => !shared.seats[seat]?.taken)

  /** A sentence about some seats; nothing if there are none. */
  #about = (text: 'agreed' | 'asked.by' | 'declined' | 'offline' | 'waiting', seats: readonly number[]): string =>
    seats.length ? t(`result.${text}`, { names: list(seats.map((seat) => this.#here.name(seat))), n: seats.length }) : ''

  /** The players who are missing; when all have come, that they have. */
  get waitingText(): string {
    return this.#about('waiting', this.missing) || this.#about('agreed', this.others)
  }

  /** What is to be known of it, or asked; nothing as long as there is none. */
  get text(): string {
    if (!this.#table) return ''
    if (this.isWaiting) return this.#besideWaiting()
    if (this.isClosed) return t('result.closed')
    const seen = this.#seen
    if (!seen || seen.view.shared.phase === 'gathering') return this.#askedText(seen)
    const { turn, yours = [] } = seen.view
    return t(turn && yours.includes(turn.seat) ? 'result.begun.yours' : 'result.begun')
  }

  /** Who has come while others are waited for, and who of those cannot know that they are waited for. */
  #besideWaiting(): string {
    const { missing } = this
    if (!missing.length) return ''
    const offline = this.#isKnown ? missing.filter((seat) => this.#here.live.absent?.includes(seat)) : []
    const come = this.others.filter((seat) => !missing.includes(seat))
    return joinSentences(this.#about('agreed', come), this.#about('offline', offline))
  }

  #askedText(seen: Seen | null): string {
    if (!seen) return t('result.asked')
    const { shared, yours } = seen.view
    const now = Date.now() + this.#here.live.ahead
    const absent = now - shared.since > KNOWN ? seen.absent : null
    const there = shared.seats.flatMap(({ kind, taken }, seat) =>
      kind === 'open' && taken && absent && !absent.includes(seat) && !yours?.includes(seat) ? [seat] : [],
    )
    const known = joinSentences(this.#about('declined', this.#declined(seen.view)), this.#about('asked.by', there))
    return known || t('result.asked')
  }
}
