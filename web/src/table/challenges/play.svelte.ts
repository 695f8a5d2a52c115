/** What the tables of the three Challenges have in common: who sits where, what is shown, and one's decision. */

import { untrack } from 'svelte'
import { focusFirst } from '../../lib/focus'
import { screen } from '../../lib/screen.svelte'
import type { CardPosition, Choice, DecisionKind, DicePosition, HintDoc, TilePosition, Told, View } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { Ahead } from './ahead.svelte'
import { outcomeOf, type Outcome } from './outcome'
import { around, seatBelow } from './seats'
import { Showing } from './showing.svelte'
import { type Sizes, sizesFor } from './sizes'
import { announce, status, type Status } from './status.svelte'

type Position = CardPosition | DicePosition | TilePosition

/** A decision on its way, as it was made, whatever is pointed at or pressed since. */
export interface Sent {
  choice: Choice
  from: number | null // the place in one's hand
  story: Told[] | null // what it was said to do; null: it was made before that was told
}

interface Options {
  /** Which of one's own decisions are shown in two parts. */
  own?: (story: Told[]) => boolean
  /** Whether something is in the air, of which one cannot decide before it lies. */
  moving?: () => boolean
}

export class Play<P extends Position> {
  readonly here: TableState
  readonly view: View = $derived.by(() => this.here.view as View)
  readonly position: P = $derived(this.view.shared.position as P)
  /** The seat that is drawn below, and the others as they follow. */
  readonly me: number = $derived(seatBelow(this.view))
  readonly others: number[] = $derived(around(this.me, this.view.shared.seats.length))
  readonly sizes: Sizes = $derived.by(() => {
    const timed = this.here.settings?.clock.kind !== 'none'
    const over = this.view.shared.phase !== 'playing'
    return sizesFor(screen.kind, screen.height, this.others.length, this.view.shared.rules.areas.length > 0, screen.low, timed, over)
  })
  readonly pegs: readonly number[] = $derived(this.position.pegs[this.me] ?? [])
  /** What is to be decided by whoever looks. */
  readonly kind: DecisionKind | null = $derived.by(() => (this.here.acting ? (this.view.turn?.kind ?? null) : null))
  readonly ahead: Ahead
  readonly showing: Showing
  /** The suggestion that is looked at. */
  hint = $state<number | null>(null)
  /** Nothing can be decided now: a decision is on its way, or has only just been made. */
  readonly busy: boolean = $derived.by(() => !this.here.mayDecide || this.#moving())
  /** For the buttons that decide: nothing comes of pressing them. They stay as they are unless the line is lost. */
  readonly waits = $derived.by(() => ({ 'aria-disabled': this.busy, 'data-busy': this.busy && !this.here.lost }))
  #byKeys = false
  readonly #moving: () => boolean
  #sent = $state.raw<(Sent & { known: number }) | null>(null)
  /**
   * The decision on its way, as long as the table does not show it: what it does for sure is drawn at once, and
   * nothing else can be chosen meanwhile.
   */
  readonly pending: Sent | null = $derived.by(() => {
    const sent = this.#sent
    if (!sent || sent.known !== this.#known) return null
    return { ...sent, story: sent.story ?? this.ahead.of(sent.choice) }
  })

  /** To be made while a component is. */
  constructor(here: TableState, { own, moving = () => false }: Options = {}) {
    this.here = here
    this.#moving = moving
    this.showing = new Showing(this.here, own)
    this.ahead = new Ahead(this.here)
    announce(this.here)
    $effect(() => {
      const { kind, busy } = this
      if (kind !== null && !busy) untrack(() => this.#goOn(kind))
    })
  }

  /** Whoever plays by keys goes on where there is something to decide: the button that was pressed is gone. */
  #goOn(kind: DecisionKind): void {
    if (this.#byKeys) focusFirst(kind === 'play' ? '.frame > main' : '.frame .actions')
  }

  /** How many decisions and draws the record knows. */
  get #known(): number {
    return this.here.record?.log.length ?? 0
  }

  /** Make a decision, once however quickly it is asked for again; `from` is the place in one's hand. */
  async decide(choice: Choice | null | undefined, from: number | null = null): Promise<boolean> {
    if (!choice || this.busy) return false
    this.#byKeys = document.querySelector('main :focus-visible, .actions :focus-visible') !== null
    this.#sent = { choice, from, story: this.ahead.of(choice), known: this.#known }
    try {
      return await this.here.decide(choice)
    } finally {
      this.#sent = null
    }
  }

  /** The story to be drawn: of the decision on its way, or else of the one that one thinks of. */
  drawn(thought: Told[] | null): Told[] | null {
    return this.pending ? this.pending.story : thought
  }

  /** What a decision would do to one's pegs, if that is known. */
  outcome(story: readonly Told[] | null): Outcome | null {
    return story ? outcomeOf(story, this.me, this.pegs) : null
  }

  says(texts: { play: string; bonus: string }): Status {
    return status(this.here, this.me, texts)
  }

  /** For a button that does what a suggestion is about: its number, and whether it is the one that is looked at. */
  advised(is: (entry: HintDoc['entry']) => boolean): { n: number; previewed: boolean } {
    const at = this.here.hints.findIndex(({ entry }) => is(entry))
    return { n: at + 1, previewed: at >= 0 && at === this.hint }
  }

  /** The numbers of the suggestions by what they are about; what is about nothing is left out. */
  marks<T>(about: (entry: HintDoc['entry']) => T | null): Map<T, number> {
    const found = new Map<T, number>()
    this.here.hints.forEach(({ entry }, k) => {
      const what = about(entry)
      if (what !== null && !found.has(what)) found.set(what, k + 1)
    })
    return found
  }
}
