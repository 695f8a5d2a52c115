/** How much room there is, in the kinds that the layouts know. */

export type Kind = 'phone' | 'tablet' | 'narrow' | 'wide'

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
