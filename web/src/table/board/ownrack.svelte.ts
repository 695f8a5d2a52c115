/** The viewer's own rack: each tile keeps its place, even after a reload. */

import type { TableState } from '../state.svelte'
import { keep, kept, movesOf } from './order'
import { arrange, type Places } from './racks'

export class OwnRack {
  readonly #here: TableState
  readonly #before = new Map<number, Places>() // by seat
  readonly #used = new Map<number, number>() // the place of the tile that a seat placed last
  readonly #rack: readonly string[] | null = $derived.by(() => {
    const { looks, view } = this.#here
    const found = looks === null ? null : view?.racks?.[looks]
    return Array.isArray(found) ? found : null
  })
  readonly places: Places = $derived.by(() => {
    const { looks: seat, live, view } = this.#here
    if (seat === null || !this.#rack) return []
    const before = this.#before.get(seat) ?? kept(live.id, seat, this.#moves(seat), this.#rack)
    const places = arrange(before, this.#rack, view?.shared.rules.held ?? 0, this.#used.get(seat))
    this.#before.set(seat, places)
    return places
  })

  /** Create it during component initialization. */
  constructor(here: TableState) {
    this.#here = here
    $effect(() => {
      const seat = here.looks
      if (seat !== null && this.#rack) keep(here.live.id, seat, this.#moves(seat), this.places, this.#rack)
    })
  }

  /** The tile at this place is being placed: among equal tiles, this one leaves the rack. */
  use(place: number): void {
    if (this.#here.looks !== null) this.#used.set(this.#here.looks, place)
  }

  #moves(seat: number): number {
    return movesOf(this.#here.record?.log ?? [], seat)
  }
}
