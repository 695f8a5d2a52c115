/**
 * What somebody did, shown in two parts: first what he used and what it counts, with everything
 * still in its old place, then the table as it is now. Nothing has to be waited for: whoever acts
 * sees the table as it is at once.
 */

import { moves } from '../../lib/prefs.svelte'
import type { Told, View } from '../../wire'
import type { TableState } from '../state.svelte'

const COUNTING = 800
const CALM = 1000
/** To go out is worth a longer look. */
const OUT = 1300

export class Showing {
  /** The table before the last decision, as long as that is being shown. */
  before = $state.raw<View | null>(null)
  /** The decision itself; empty when nothing is being shown. */
  story = $state.raw<Told[]>([])
  seat = $state<number | null>(null)

  #here: TableState
  #last: View | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** To be made while a component is; `own` says whether one's own decision is shown as well. */
  constructor(here: TableState, own: (story: Told[]) => boolean = () => false) {
    this.#here = here
    $effect.pre(() => {
      const { view, story, lastSeat } = here
      if (view === this.#last) {
        if (!story.length) this.#end()
        return
      }
      const before = this.#last
      this.#last = view
      this.#end()
      if (!before || !story.length || lastSeat === null) return
      if (lastSeat === view?.looks && !own(story)) return
      this.before = before
      this.story = story
      this.seat = lastSeat
      const out = story.some(([kind]) => kind === 'WentOut')
      this.#timer = setTimeout(() => this.#end(), out ? OUT : moves() ? COUNTING : CALM)
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
