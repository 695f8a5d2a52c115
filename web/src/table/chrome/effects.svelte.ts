/** What is heard, felt and celebrated at a table, driven by the same moves that the page shows. */

import { untrack } from 'svelte'
import { moves } from '../../app/prefs.svelte'
import type { Colour, StoryEvent, View } from '../../net/wire'
import { COLOURS } from '../../pieces/colours'
import { type Cue, cuesOf, cuesOfDecision, endOf, followedBy, restOf, type Sound } from '../../sounds/cues'
import { play } from '../../sounds/player'
import { PLACED, vibrate, YOUR_TURN } from '../../sounds/vibration'
import type { Pending } from '../decision.svelte'
import { decisionsIn, hasStandIn } from '../playback.svelte'
import type { TableState } from '../state.svelte'
import { lastSeconds } from './clock.svelte'
import { lookOfEnd } from './verdict'

/** How long a celebration is shown. */
export const CELEBRATION_MS = 1200
/** The ring around the result closes first. */
const WIN_AFTER_MS = 200

const SOUND_OF_LOOK: Record<ReturnType<typeof lookOfEnd>, Sound> = { win: 'win', loss: 'loss', open: 'loss', level: 'level' }

/** Whether a player at this screen has to decide. */
function isOwnTurn({ shared, turn, yours = [] }: View): boolean {
  return shared.phase === 'playing' && turn != null && yours.includes(turn.seat) && !hasStandIn(shared.seats[turn.seat])
}

/** The colours with which the viewer's side called "Ingenious!"; a spectator celebrates with everyone. */
function celebrated(view: View, story: readonly StoryEvent[]): Colour[] {
  const yours = view.yours ?? []
  const own = view.shared.rules.sides.filter((seats) => !yours.length || seats.some((seat) => yours.includes(seat))).flat()
  return story.flatMap(([kind, event]) => (kind === 'CalledIngenious' && own.includes(event.seat) ? [event.symbol] : []))
}

/** Whether a story earned its player the placement that comes next. */
function earnsPlacement({ turn }: View, seat: number, story: readonly StoryEvent[]): boolean {
  const isCalled = story.some(([kind]) => kind === 'CalledIngenious')
  return isCalled && turn?.seat === seat && turn.kind === 'place' && !story.some(([kind]) => kind === 'TurnBegan')
}

export class Effects {
  /** The celebration that is shown now. */
  celebration = $state.raw<{ colours: readonly Colour[]; isWin: boolean } | null>(null)
  readonly #here: TableState
  #before: View | null = null // the view before the last update
  #heard: Cue[] = [] // the sounds of the player's pending decision
  #until = 0 // when the last sound has been heard
  #stop = (): void => {}
  #celebrating: ReturnType<typeof setTimeout> | undefined

  /** Create it during component initialization. */
  constructor(here: TableState) {
    this.#here = here
    $effect(() => {
      const { pending } = here.decision
      if (pending) untrack(() => this.#decided(pending))
    })
    $effect(() => {
      const { view } = here
      untrack(() => this.#updated(view))
    })
    const seconds = $derived(lastSeconds(here))
    $effect(() => {
      if (seconds !== null) play([{ sound: 'tick', at: 0, step: seconds <= 3 ? 1 : 0 }])
    })
    $effect(() => () => this.#end())
  }

  #end(): void {
    this.#stop()
    clearTimeout(this.#celebrating)
  }

  /** The player's own decision is drawn at once, so it is heard at once. */
  #decided({ choice, story }: Pending): void {
    this.#heard = cuesOfDecision(choice, story)
    this.#play(this.#heard)
    if (choice.place) vibrate(PLACED)
    if (story) this.#celebrateCall(this.#heard, story)
  }

  #updated(view: View | null): void {
    const before = this.#before
    this.#before = view
    if (!before || !view || before === view) return // what happened before the page was opened is not heard
    const last = decisionsIn(this.#here.news).at(-1)
    const all = last ? cuesOf(last.story, earnsPlacement(view, last.seat, last.story)) : []
    const isOwn = last !== undefined && last.seat === before.looks && this.#heard.length > 0
    const cues = isOwn ? restOf(all, this.#heard) : all
    const isContinued = isOwn && cues.length < all.length
    if (last) {
      this.#heard = []
      this.#celebrateCall(cues, last.story)
    }
    const isTurn = isOwnTurn(view) && !isOwnTurn(before)
    const end = this.#endOf(before, view)
    this.#play(followedBy(cues, end ? [end] : isTurn ? ['turn'] : []), isContinued || !last)
    if (isTurn) vibrate(YOUR_TURN)
    if (end === 'win') this.#celebrate(COLOURS, WIN_AFTER_MS, true)
  }

  /** How the end of a game sounds to the viewer; null if the game has not just ended. */
  #endOf(before: View, view: View): Sound | null {
    const result = this.#here.record?.result
    if (before.shared.phase !== 'playing' || view.shared.phase === 'playing' || !result) return null
    return SOUND_OF_LOOK[lookOfEnd(this.#here, view, result)]
  }

  /** Play sounds after those that have not begun yet, or instead of them. */
  #play(cues: readonly Cue[], isContinued = false): void {
    if (!cues.length) return
    const now = performance.now()
    const wait = isContinued ? Math.max(0, this.#until - now) : 0
    if (!isContinued) this.#stop()
    const delayed = cues.map((cue) => ({ ...cue, at: cue.at + wait }))
    const [earlier, later] = [isContinued ? this.#stop : () => {}, play(delayed)]
    this.#stop = () => {
      earlier()
      later()
    }
    this.#until = now + endOf(delayed)
  }

  /** Celebrate "Ingenious!" when its sound is heard. */
  #celebrateCall(cues: readonly Cue[], story: readonly StoryEvent[]): void {
    const { view } = this.#here
    const call = cues.find(({ sound }) => sound === 'ingenious')
    const colours = view ? celebrated(view, story) : []
    if (call && colours.length) this.#celebrate(colours, call.at)
  }

  /** Celebrate after some milliseconds, unless the player wants less motion. */
  #celebrate(colours: readonly Colour[], after: number, isWin = false): void {
    if (!moves() || document.hidden) return
    clearTimeout(this.#celebrating)
    this.celebration = null
    this.#celebrating = setTimeout(() => {
      this.celebration = { colours, isWin }
      this.#celebrating = setTimeout(() => (this.celebration = null), CELEBRATION_MS)
    }, after)
  }
}
