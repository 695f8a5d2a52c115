/**
 * A decision shown in two parts: first the pieces used and what they score, with everything still in its old
 * place, then the table as it is now. A player who acts sees the table as it is at once.
 */

import { moves } from '../../app/prefs.svelte'
import type { StoryEvent, View } from '../../net/wire'
import { SHOW_WENT_OUT_MS } from '../playback.svelte'
import type { TableState } from '../state.svelte'

const COUNTING_MS = 1000
const CALM_MS = 1000

/** A view without faces: on a shared screen the next player may look already. */
function withoutFaces(view: View): View {
  const backs = (all: View['hands']): number[] | undefined => all?.map((some) => (typeof some === 'number' ? some : some.length))
  return { ...view, racks: backs(view.racks), hands: backs(view.hands), choices: undefined }
}

export class Showing {
  /** The table before the last decision, while that is shown; with the sizes of the hands only. */
  before = $state.raw<View | null>(null)
  /** The decision itself; empty when nothing is being shown. */
  story = $state.raw<StoryEvent[]>([])
  seat = $state<number | null>(null)

  #here: TableState
  #last: View | null = null
  #shown: StoryEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Create it during component initialization; `own` says whether the viewer's own decision is shown as well. */
  constructor(here: TableState, own: (story: StoryEvent[]) => boolean = () => false) {
    this.#here = here
    $effect.pre(() => {
      const { view, story, lastSeat } = here
      if (view === this.#last) {
        if (!story.length) this.#end()
        return
      }
      const before = this.#last
      this.#last = view
      if (story.length && story === this.#shown) return // another viewer sees the rest of it
      this.#shown = story
      this.#end()
      if (!before || !story.length || lastSeat === null) return
      if (lastSeat === view?.looks && !own(story)) return
      this.before = withoutFaces(before)
      this.story = story
      this.seat = lastSeat
      const out = story.some(([kind]) => kind === 'WentOut')
      this.#timer = setTimeout(() => this.#end(), out ? SHOW_WENT_OUT_MS - 100 : moves() ? COUNTING_MS : CALM_MS)
    })
    $effect(() => () => clearTimeout(this.#timer))
  }

  /** Show the table as it is. */
  skip(): void {
    this.#end()
    this.#here.skip()
  }

  #end(): void {
    clearTimeout(this.#timer)
    if (!this.story.length) return
    this.before = null
    this.story = []
    this.seat = null
  }
}
