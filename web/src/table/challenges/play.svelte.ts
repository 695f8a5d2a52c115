/** What the tables of the three Challenges have in common: the seats, what is shown, and the decision. */

import { untrack } from 'svelte'
import { focusFirst } from '../../ui/focus'
import { screen } from '../../ui/screen.svelte'
import type { CardPosition, Choice, DecisionKind, DicePosition, HintDoc, TilePosition, StoryEvent, View } from '../../net/wire'
import { announce } from '../chrome/announce.svelte'
import type { Pending } from '../decision.svelte'
import { type ChallengeSizes, challengeSizes, COACH_BESIDE_MOVES, coachHeight, lessonSizes } from '../layout/scoreboards'
import { around, seatBelow } from '../layout/sides'
import { Previews } from '../previews.svelte'
import type { TableState } from '../state.svelte'
import { outcomeOf, type Outcome } from './outcome'
import { Showing } from './showing.svelte'
import { status, type Status } from './status'

type Position = CardPosition | DicePosition | TilePosition

interface Options {
  /** Which of the player's own decisions are shown in two parts. */
  own?: (story: StoryEvent[]) => boolean
  /** Whether dice are still rolling, so that nothing can be decided yet. */
  moving?: () => boolean
}

export class Play<P extends Position> {
  readonly here: TableState
  readonly view: View = $derived.by(() => this.here.view as View)
  readonly position: P = $derived(this.view.shared.position as P)
  /** The seat that is drawn below, and the others in turn order. */
  readonly me: number = $derived(seatBelow(this.view))
  readonly others: number[] = $derived(around(this.me, this.view.shared.seats.length))
  readonly sizes: ChallengeSizes = $derived.by(() => {
    const { task } = this.here
    const areas = this.view.shared.rules.areas.length > 0
    if (task) return lessonSizes(screen.kind, screen.height, this.others.length, areas, screen.low)
    const timed = this.here.settings?.clock.kind !== 'none'
    const over = this.view.shared.phase !== 'playing'
    const coach = this.here.coach.isThere ? coachHeight(screen.kind, screen.low, COACH_BESIDE_MOVES) : 0
    return challengeSizes(screen.kind, screen.height - coach, this.others.length, areas, screen.low, timed, over)
  })
  readonly pegs: readonly number[] = $derived(this.position.pegs[this.me] ?? [])
  /** What the viewer has to decide. */
  readonly kind: DecisionKind | null = $derived.by(() => (this.here.acting ? (this.view.turn?.kind ?? null) : null))
  readonly previews: Previews
  readonly showing: Showing
  /** The hint that is shown. */
  hint = $state<number | null>(null)
  /** Nothing can be decided now: a decision is on its way, or was made a moment ago. */
  readonly busy: boolean = $derived.by(() => !this.here.decision.isPossible || this.#moving())
  /** Attributes of the buttons that decide. While they are disabled they look the same, unless the connection is lost. */
  readonly waits = $derived.by(() => ({ 'aria-disabled': this.busy, 'data-busy': this.busy && !this.here.lost }))
  #byKeys = false
  readonly #moving: () => boolean
  /** The decision being sent: its certain effects are drawn at once, and nothing else can be chosen in the meantime. */
  readonly pending: Pending | null = $derived.by(() => {
    const { pending } = this.here.decision
    return pending && { ...pending, story: pending.story ?? this.previews.of(pending.choice) }
  })

  /** Create it during component initialization. */
  constructor(here: TableState, { own, moving = () => false }: Options = {}) {
    this.here = here
    this.#moving = moving
    this.showing = new Showing(this.here, own)
    this.previews = new Previews(
      (choice) => this.here.preview(choice),
      () => (this.here.acting ? this.view.number : null),
    )
    announce(this.here)
    $effect(() => {
      const { kind, busy } = this
      if (kind !== null && !busy) untrack(() => this.#goOn(kind))
    })
  }

  /** A player who uses the keyboard goes on at the next decision: the button that they pressed is gone. */
  #goOn(kind: DecisionKind): void {
    if (this.#byKeys) focusFirst(kind === 'play' ? '.frame > main' : '.frame .actions')
  }

  /** Make a decision; `from` is the place in the hand. */
  async decide(choice: Choice | null | undefined, from: number | null = null): Promise<boolean> {
    if (!choice || this.busy) return false
    this.#byKeys = document.querySelector('main :focus-visible, .actions :focus-visible') !== null
    return this.here.decision.make(choice, from, this.previews.of(choice))
  }

  /** The story to draw: of the decision on its way, or else of the one that the player considers. */
  drawn(thought: readonly StoryEvent[] | null): readonly StoryEvent[] | null {
    if (this.pending) return this.pending.story
    const { task } = this.here
    return thought ?? (task?.story.length ? task.story : null)
  }

  /** What a story does to the own pegs. */
  outcome(story: readonly StoryEvent[] | null): Outcome | null {
    return story ? outcomeOf(story, this.me, this.pegs) : null
  }

  says(texts: { play: string; bonus: string }): Status {
    return status(this.here, this.me, texts)
  }

  /** For a button that follows a hint: the number of the hint, and whether it is the one that is shown. */
  advised(is: (entry: HintDoc['entry']) => boolean): { n: number; previewed: boolean } {
    const at = this.here.hints.findIndex(({ entry }) => is(entry))
    return { n: at + 1, previewed: at >= 0 && at === this.hint }
  }

  /** The numbers of the hints by what they are about. */
  marks<T>(about: (entry: HintDoc['entry']) => T | null): Map<T, number> {
    const found = new Map<T, number>()
    this.here.hints.forEach(({ entry }, k) => {
      const what = about(entry)
      if (what !== null && !found.has(what)) found.set(what, k + 1)
    })
    return found
  }
}
