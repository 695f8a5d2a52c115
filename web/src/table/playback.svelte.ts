/** Shows the updates of a table one after the other, at a speed that a player can follow. */

import { moves } from '../app/prefs.svelte'
import type { Update } from '../net/socket.svelte'
import type { News, NewsDecisionMade, SeatView, StoryEvent, View } from '../net/wire'

/** How long the move of another player is shown before the next one, with and without animations. */
const SHOW_MS = 1400
const SHOW_CALM_MS = 1000
/** The same for an own move, most of which was foreseen. */
const SHOW_OWN_MS = 850
/** Going out deserves a longer look, also at an own move. */
export const SHOW_WENT_OUT_MS = 1400
/** A queue of this length is shown faster, and one of the maximum length at once. */
const LONG_QUEUE = 8
const HURRY_MS = 600
const MAX_QUEUE = 60

/** Whether a bot decides for the player of a seat. */
export const hasStandIn = (seat: SeatView | undefined): boolean => Boolean(seat?.away || seat?.late)

/** Whether an event ends the stories before it: they were taken back, or belong to an earlier game. */
export const endsStories = ({ event }: News): boolean => event === 'took-back' || event === 'started'

/** The decisions that led to the current position, the last one last. */
export function decisionsIn(news: readonly News[]): NewsDecisionMade[] {
  return news.slice(news.findLastIndex(endsStories) + 1).filter((item) => item.event === 'played')
}

/** Several updates as one, with the news of all. */
function merged(updates: readonly Update[]): Update | null {
  const last = updates.at(-1)
  if (!last) return null
  return { ...last, news: updates.flatMap(({ news }) => news), whole: updates.some(({ whole }) => whole) }
}

export class Playback {
  /** What happened last, while it is being shown. */
  story = $state.raw<StoryEvent[]>([])
  readonly #shown: () => View | null
  readonly #show: (update: Update) => void
  #queue: Update[] = []
  #timer: ReturnType<typeof setTimeout> | undefined // until the next update is shown
  #fading: ReturnType<typeof setTimeout> | undefined

  /** `shown` is the view that is drawn now; `show` draws the next one. */
  constructor(shown: () => View | null, show: (update: Update) => void) {
    this.#shown = shown
    this.#show = show
  }

  end(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#fading)
  }

  receive(update: Update): void {
    const shown = this.#shown()
    this.#queue.push(update)
    // Another viewer sees the table at once, and what only the last one may see disappears at once.
    if ((update.whole && !update.news.length) || update.view.looks !== shown?.looks) this.#catchUp()
    else if (update.news.some(endsStories) || this.#isBack(update.view)) this.skip()
    else if (this.#timer === undefined) this.#next()
  }

  /** Show at once everything that waits. */
  skip(): void {
    this.#catchUp()
    if (this.story.length) this.#endStory()
  }

  #catchUp(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const update = merged(this.#queue)
    this.#queue = []
    if (update) this.#present(update)
  }

  /** Whether a player of this screen has taken over from a stand-in. */
  #isBack(view: View): boolean {
    const seats = this.#shown()?.shared.seats ?? []
    return this.#yours.some((seat) => hasStandIn(seats[seat]) && !hasStandIn(view.shared.seats[seat]))
  }

  get #yours(): readonly number[] {
    return this.#shown()?.yours ?? []
  }

  /** Show the next updates, up to the first move that needs its time. */
  #next(): void {
    this.#timer = undefined
    const shown: Update[] = []
    let pause = 0
    while (this.#queue.length && !pause) {
      const update = this.#queue.shift() as Update
      shown.push(update)
      pause = this.#pauseAfter(update)
    }
    const update = merged(shown)
    if (!update) return
    this.#present(update)
    if (pause) this.#timer = setTimeout(() => this.#next(), pause)
  }

  /** How long a move is shown before the next one. An own move needs no time if the same player goes on. */
  #pauseAfter({ news, view }: Update): number {
    const played = decisionsIn(news)
    if (!played.length || this.#queue.length >= MAX_QUEUE) return 0
    if (this.#queue.length >= LONG_QUEUE) return HURRY_MS
    if (played.some(({ story }) => story.some(([kind]) => kind === 'WentOut'))) return SHOW_WENT_OUT_MS
    const isOwn = played.every(({ seat }) => this.#yours.includes(seat) && !hasStandIn(view.shared.seats[seat]))
    if (!isOwn) return moves() ? SHOW_MS : SHOW_CALM_MS
    const turn = view.shared.phase === 'playing' ? view.turn?.seat : undefined
    return turn !== undefined && this.#yours.includes(turn) ? 0 : SHOW_OWN_MS
  }

  #present(update: Update): void {
    this.#show(update)
    const last = decisionsIn(update.news).at(-1)
    if (!last) return
    this.story = last.story
    clearTimeout(this.#fading)
    this.#fading = setTimeout(() => this.#endStory(), moves() ? SHOW_MS : SHOW_CALM_MS)
  }

  #endStory(): void {
    clearTimeout(this.#fading)
    this.story = []
  }
}
