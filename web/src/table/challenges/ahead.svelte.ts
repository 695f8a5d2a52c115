/** Previews of decisions: each is requested once, and kept until the table changes. */

import type { Choice, Told } from '../../net/wire'
import type { TableState } from '../state.svelte'

export class Ahead {
  #here: TableState
  #known = $state.raw<ReadonlyMap<string, Told[]>>(new Map())
  #asked = new Set<string>()
  #number = -1

  constructor(here: TableState) {
    this.#here = here
  }

  /** Request the preview of a decision. Call it in an effect. */
  want(choice: Choice | null): void {
    const number = this.#here.view?.number ?? -1
    if (!choice || !this.#here.acting) return
    if (number !== this.#number) {
      this.#number = number
      this.#asked.clear()
      this.#known = new Map()
    }
    const key = JSON.stringify(choice)
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    this.#here.preview(choice).then(
      (story) => {
        if (story && number === this.#number) this.#known = new Map(this.#known).set(key, story)
      },
      () => this.#asked.delete(key), // it is not allowed, or the connection is lost: nothing to show
    )
  }

  /** The story of a decision, or null while it is unknown. */
  of(choice: Choice | null): Told[] | null {
    return choice ? (this.#known.get(JSON.stringify(choice)) ?? null) : null
  }
}
