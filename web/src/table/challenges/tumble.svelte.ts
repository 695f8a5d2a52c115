/** Dice that roll: for a moment they show one face after the other, then what was rolled. */

import { COLOURS } from '../../lib/colours'
import { moves } from '../../lib/prefs.svelte'
import type { Colour } from '../../wire'

const ROLL = 600
const FACE = 85

export class Tumble {
  /** Whether the dice are in the air. */
  rolling = $state(false)
  #step = $state(0)
  #ticks: ReturnType<typeof setInterval> | undefined
  #stop: ReturnType<typeof setTimeout> | undefined

  /** To be made while a component is. */
  constructor() {
    $effect(() => () => this.end())
  }

  roll(): void {
    this.end()
    if (!moves()) return
    this.rolling = true
    this.#ticks = setInterval(() => (this.#step += 1), FACE)
    this.#stop = setTimeout(() => this.end(), ROLL)
  }

  end(): void {
    clearInterval(this.#ticks)
    clearTimeout(this.#stop)
    this.rolling = false
  }

  /** What a die shows now. */
  face(die: number, rolled: Colour): Colour {
    if (!this.rolling) return rolled
    return COLOURS[(this.#step * 5 + die * 2 + COLOURS.indexOf(rolled)) % COLOURS.length] ?? rolled
  }
}
