/** The current step of a replay, and whether it plays automatically. */

export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

/** Milliseconds for which a step is shown at speed 1. */
const SHOWN = 1600

export class Player {
  at = $state(0)
  playing = $state(false)
  speed = $state<Speed>(1)
  readonly last: number

  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(last: number, at = 0) {
    this.last = last
    this.at = Math.max(0, Math.min(at, last))
  }

  /** Go to a step; a step chosen by the user stops the playback. */
  go(to: number): void {
    this.pause()
    this.at = Math.max(0, Math.min(to, this.last))
  }

  forward(): void {
    this.go(this.at + 1)
  }

  back(): void {
    this.go(this.at - 1)
  }

  /** Play on from here, or from the beginning if this is the end. */
  play(): void {
    if (this.at >= this.last) this.at = 0
    this.playing = this.last > 0
    this.#wait()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  toggle(): void {
    if (this.playing) this.pause()
    else this.play()
  }

  hasten(speed: Speed): void {
    this.speed = speed
    if (this.playing) this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (!this.playing) return
    this.#timer = setTimeout(() => {
      this.at += 1
      if (this.at >= this.last) this.pause()
      else this.#wait()
    }, SHOWN / this.speed)
  }
}

/** Do what a key asks for; whether it asked for anything. */
export function press(player: Player, key: string): boolean {
  switch (key) {
    case 'ArrowLeft':
      player.back()
      return true
    case 'ArrowRight':
      player.forward()
      return true
    case 'Home':
      player.go(0)
      return true
    case 'End':
      player.go(player.last)
      return true
    case ' ':
      player.toggle()
      return true
    default:
      return false
  }
}
