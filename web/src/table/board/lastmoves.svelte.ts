/** The marks of the last moves: they go with the first tile that one picks, and come back while one asks for them. */

const HOLD = 350 // milliseconds for which a name is pressed until it is held

export class LastMoves {
  /** They are asked for again: a key is held, or a name. */
  peeking = $state(false)
  #seen = $state(-1) // how many entries the log had when one picked a tile
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = false

  /** A tile was picked: what led to here has been seen. */
  see(entries: number): void {
    this.#seen = entries
  }

  isShown(entries: number): boolean {
    return this.peeking || this.#seen !== entries
  }

  /** For what carries a name: whoever presses and holds it sees the marks. */
  press(event: PointerEvent): void {
    this.#held = false // also of a name that was let go elsewhere, which made no click
    if (event.button !== 0 || !(event.target as Element).closest('h2, .name')) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#held = true
      this.peeking = true
    }, HOLD)
  }

  release(): void {
    clearTimeout(this.#timer)
    if (this.#held) this.peeking = false
  }

  /** A name that was held was not clicked. */
  click(event: MouseEvent): void {
    if (!this.#held) return
    this.#held = false
    event.preventDefault()
    event.stopPropagation()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
