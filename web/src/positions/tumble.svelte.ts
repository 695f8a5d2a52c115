/**
 * Rolling dice: they cycle through faces, then show the roll. They start as soon as they are thrown, and land when
 * the roll is known.
 */

import type { Attachment } from 'svelte/attachments'
import { COLOURS } from '../pieces/colours'
import { moves } from '../app/prefs.svelte'
import type { Colour } from '../net/wire'

const SPIN_MS = 440 // one turn
const SETTLE_MS = 160
const FACE_MS = 85
const DOWN = 'cubic-bezier(.3, 1.3, .5, 1)'

export class Tumble {
  /** Whether the dice are in the air. */
  rolling = $state(false)
  #step = $state(0)
  #thrown = 0
  #ticks: ReturnType<typeof setInterval> | undefined
  #stop: ReturnType<typeof setTimeout> | undefined

  /** Create it during component initialization. */
  constructor() {
    $effect(() => () => this.end())
  }

  /** Start rolling, until `land`. */
  throw(): void {
    this.end()
    if (!moves()) return
    this.rolling = true
    this.#thrown = performance.now()
    this.#ticks = setInterval(() => (this.#step += 1), FACE_MS)
  }

  /** The roll is known: land, after at least one turn. */
  land(): void {
    if (this.#ticks === undefined) this.throw()
    clearTimeout(this.#stop)
    this.#stop = setTimeout(() => this.end(), Math.max(0, SPIN_MS - (performance.now() - this.#thrown)))
  }

  end(): void {
    clearInterval(this.#ticks)
    clearTimeout(this.#stop)
    this.#ticks = undefined
    this.rolling = false
  }

  /** What a die shows now. */
  face(die: number, rolled: Colour): Colour {
    if (!this.rolling) return rolled
    return COLOURS[(this.#step * 5 + die * 2 + COLOURS.indexOf(rolled)) % COLOURS.length] ?? rolled
  }

  /** The animation of a die; a die that is redrawn in the meantime continues it. */
  flight(die: number): Attachment<HTMLElement> {
    return (element) => {
      if (!this.rolling || !element.animate) return
      const side = die % 2 ? 1 : -1
      const height = 0.34 + 0.07 * (die % 3)
      const spin = element.animate(
        [
          { transform: 'none' },
          { transform: `translate(${7 * side}%, ${-100 * height}%) rotate(${180 * side}deg) scale(1.06)` },
          { transform: `rotate(${360 * side}deg)` },
        ],
        { duration: SPIN_MS, iterations: Infinity },
      )
      spin.currentTime = performance.now() - this.#thrown
      return () => {
        const from = getComputedStyle(element).transform
        spin.cancel()
        element.animate([{ transform: from }, { transform: 'none' }], { duration: SETTLE_MS, easing: DOWN })
      }
    }
  }
}

/** What a component needs to draw the dice. */
export type Flight = Pick<Tumble, 'rolling' | 'face' | 'flight'>

/** Roll whenever there is a new roll, or a throw whose roll is not known yet. Call it during component initialization. */
export function rolls(tumble: Tumble, roll: () => object | number | null, thrown: () => boolean = () => false): void {
  let last: object | number | null = null
  $effect(() => {
    const now = roll()
    if (thrown()) tumble.throw()
    else if (now !== null && now !== last) tumble.land()
    else tumble.end()
    last = now
  })
}
