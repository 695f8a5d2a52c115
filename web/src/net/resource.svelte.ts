/** A resource that a page needs from the server: retried, with growing pauses, until it is loaded. */

import { untrack } from 'svelte'
import { Refusal } from './http'
import { Backoff, onWake } from './backoff'

export class Wanted<T> {
  value = $state.raw<T | null>(null)
  /** Why it is missing or out of date; it is requested again if that may help. */
  problem = $state.raw<Refusal | null>(null)
  #look: () => void = () => {}

  /**
   * Create it during component initialization; it ends with the component. `load` is called again when what it reads changes,
   * and every `every` milliseconds if that is given; null means that there is nothing to load.
   */
  constructor(load: () => Promise<T> | null, every = 0) {
    $effect(() => {
      const first = load()
      return untrack(() => this.#keep(first, load, every))
    })
  }

  /** Request it now. */
  again = (): void => this.#look()

  #keep(first: Promise<T> | null, load: () => Promise<T> | null, every: number): () => void {
    const backoff = new Backoff()
    let [asking, ended] = [false, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (pause: number): void => {
      clearTimeout(timer)
      if (pause) timer = setTimeout(() => (document.visibilityState === 'visible' ? look() : wait(pause)), pause)
    }
    const answer = async (asked: Promise<T>): Promise<void> => {
      asking = true
      try {
        const found = await asked
        if (ended) return
        this.value = found
        this.problem = null
        backoff.reset()
        wait(every)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (ended) return
        this.problem = error
        wait(error.isTemporary ? backoff.next() : every)
      } finally {
        asking = false
      }
    }
    const look = (): void => {
      const asked = asking || ended ? null : untrack(load)
      if (asked) void answer(asked)
    }
    this.value = null
    this.problem = null
    this.#look = look
    const stop = onWake(() => {
      if (every || this.problem?.isTemporary) look()
    })
    if (first) void answer(first)
    return () => {
      ended = true
      clearTimeout(timer)
      stop()
    }
  }
}
