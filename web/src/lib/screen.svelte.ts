/** How much room there is, in the kinds that the layouts know. */

export type Kind = 'phone' | 'tablet' | 'narrow' | 'wide'

class Screen {
  width = $state(innerWidth)
  height = $state(innerHeight)
  readonly kind: Kind = $derived(
    this.width < 600 ? 'phone' : this.width < 900 ? 'tablet' : this.width < 1200 ? 'narrow' : 'wide',
  )
}

export const screen = new Screen()

addEventListener('resize', () => {
  screen.width = innerWidth
  screen.height = innerHeight
})
