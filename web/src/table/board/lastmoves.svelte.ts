/** The marks of the last moves: hidden once the player picks a tile, and shown again on request. */

const HOLD_MS = 350 // a press of this length holds a name

export class LastMoves {
  /** The player requests them: a key is held, or a name. */
  peeking = $state(false)
  #seen = $state(-1) // how many entries the log had when the player picked a tile
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = false

  /** A tile was picked: what led to here has been seen. */
  see(entries: number): void {
    this.#seen = entries
  }

  isShown(entries: number): boolean {
    return this.peeking || this.#seen !== entries
  }

  /** Pressing and holding a name shows the marks. */
  press(event: PointerEvent): void {
    this.#held = false // also of a name that was let go elsewhere, which made no click
    if (event.button !== 0 || !(event.target as Element).closest('h2, .name')) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#held = true
      this.peeking = true
    }, HOLD_MS)
  }

  release(): void {
    clearTimeout(this.#timer)
    if (this.#held) this.peeking = false
  }

  /** Holding a name is no click. */
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
