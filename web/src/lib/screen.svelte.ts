/** How much room there is, in the kinds that the layouts know. */

export type Kind = 'phone' | 'tablet' | 'narrow' | 'wide'

/** Below this height a phone has no room for one's own score board: it is a line, and the result is told in less room. */
export const SHORT_PHONE = 700
/** Below this one the lines of several others leave no room for one more, which says that somebody is offline. */
export const VERY_SHORT_PHONE = 660
/** And below this one they are drawn lower, so that what is played on keeps its room. */
export const SHORTEST_PHONE = 600

class Screen {
  width = $state(innerWidth)
  height = $state(innerHeight)
  /** Too low to lay anything above or below what is played on, as a phone is that is held sideways. */
  readonly low: boolean = $derived(this.width > this.height && this.height < (this.width < 900 ? 700 : 560))
  /** A low screen has the parts of a phone, in a column beside what is played on. */
  readonly kind: Kind = $derived(
    this.low || this.width < 700 ? 'phone' : this.width < 900 ? 'tablet' : this.width < 1200 ? 'narrow' : 'wide',
  )
}

export const screen = new Screen()

addEventListener('resize', () => {
  screen.width = innerWidth
  screen.height = innerHeight
})
