/** The size of the window, and the kinds of screens that the layouts know. */

import { type Breakpoint, BREAKPOINTS } from './breakpoints'

export type Kind = 'phone' | 'tablet' | 'narrow' | 'wide'

class Screen {
  width = $state(innerWidth)
  height = $state(innerHeight)
  /** Too low for anything above or below the stage, like a phone held sideways. */
  readonly low: boolean = $derived(this.width > this.height && this.height < (this.isUpTo('tablet') ? 700 : 560))
  /** A low screen has the parts of a phone, in a column beside the stage. */
  readonly kind: Kind = $derived(
    this.low || this.isUpTo('phone') ? 'phone' : this.isUpTo('tablet') ? 'tablet' : this.isUpTo('narrow') ? 'narrow' : 'wide',
  )

  /** Whether the player mainly uses a finger. */
  get isTouch(): boolean {
    return matchMedia('(pointer: coarse)').matches
  }

  isUpTo(name: Breakpoint): boolean {
    return this.width < BREAKPOINTS[name]
  }
}

export const screen = new Screen()

addEventListener('resize', () => {
  screen.width = innerWidth
  screen.height = innerHeight
})
