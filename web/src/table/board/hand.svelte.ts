/** Dragging a tile with mouse, pen or finger from the rack to the board, and what is drawn under the pointer. */

import { centre, type Laid, type Point, ROOT3, spaceAt, type Space } from '../../pieces/geometry'
import { followPointer } from './drag'
import type { Placing } from './placing.svelte'

/** A finger hides what is below it, so the tile floats this much above. */
const ABOVE = 56
/** Spaces narrower than this are too small for a finger: the board is zoomed. */
const SMALL = 30
const NEARER = 1.6

export class Hand {
  /** The tile is drawn under the pointer: it is not over the board, or may not be placed there. */
  floats = $state(false)
  /** It is over the board, where it may not be placed. */
  refused = $state(false)
  /** The point of the stage around which the board is zoomed. */
  near = $state.raw<Point | null>(null)
  /** The size of a space of the board. */
  s = $state(20)
  dragging = $state(false)
  /** A drag from the rack has just ended: ignore the click that the browser makes of it. */
  dragged = false

  board: HTMLElement | null = null
  float: HTMLElement | null = null

  readonly zoom: number = $derived(this.near ? NEARER : 1)
  readonly #placing: Placing
  readonly #busy: () => void
  #end: (() => void) | null = null

  /** `busy` is called whenever the player begins to act. */
  constructor(placing: Placing, busy: () => void) {
    this.#placing = placing
    this.#busy = busy
  }

  /** A point of the window, seen from the middle of the board. */
  local(x: number, y: number): Point {
    const box = this.board?.getBoundingClientRect()
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 }
  }

  spaceAt(x: number, y: number): Space {
    return spaceAt(this.local(x, y), this.s)
  }

  /** A pointer went down on a tile of the rack. */
  fromRack(place: number, event: PointerEvent): void {
    this.dragged = false
    if (event.button !== 0) return
    const box = (event.currentTarget as Element).getBoundingClientRect()
    const grip = event.clientX > box.left + box.width / 2 ? 1 : 0
    const finger = event.pointerType === 'touch'
    this.#end = followPointer(event, {
      begin: () => {
        if (this.#placing.picked !== place || this.#placing.waits) {
          this.#placing.putBack()
          this.#placing.pick(place, finger ? 0 : grip)
        }
        return this.#begin()
      },
      move: (x, y) => this.#move(x, y, finger),
      drop: () => {
        this.dragged = true
        this.#drop(finger)
      },
      tap: () => this.#forget(),
      cancel: () => {
        this.dragged = this.dragging // by Escape: the pointer is still down, and a click comes of it
        this.#give(true)
      },
    })
  }

  /** A pointer went down on the board. */
  onBoard(event: PointerEvent): void {
    if (event.button !== 0) return
    this.#busy()
    const placing = this.#placing
    if (placing.picked === null) return
    const finger = event.pointerType === 'touch'
    // Moving a tile that waits begins on the tile itself; with a finger anywhere.
    this.#end = followPointer(
      event,
      {
        begin: () => {
          placing.waits = false
          return this.#begin()
        },
        move: (x, y) => this.#move(x, y, finger),
        drop: () => this.#drop(finger),
        tap: (up) => {
          this.#forget()
          placing.choose(this.spaceAt(up.clientX, up.clientY), finger)
        },
        cancel: () => this.#give(true),
      },
      finger,
    )
  }

  /** A mouse moves over the board. */
  hover(event: PointerEvent): void {
    if (this.dragging || event.pointerType === 'touch') return
    this.#placing.point(this.spaceAt(event.clientX, event.clientY))
  }

  away(): void {
    if (!this.dragging) this.#placing.point(null)
  }

  giveUp(): void {
    this.#end?.()
  }

  /** The pointer was released: there is no drag to give up any more. */
  #forget(): void {
    this.#end = null
  }

  #begin(): boolean {
    this.#busy()
    this.dragging = this.#placing.tile !== null
    return this.dragging
  }

  #move(x: number, y: number, finger: boolean): void {
    if (finger) this.#moveFinger(x, y)
    else {
      const space = this.spaceAt(x, y)
      this.#placing.point(space)
      this.floats = this.#placing.over === null
      this.refused = false
      if (!this.floats) return
      const half = this.#half()
      this.#drawAt(x - half.x, y - half.y)
    }
  }

  #moveFinger(x: number, y: number): void {
    const placing = this.#placing
    const box = this.board?.getBoundingClientRect()
    const above = y - ABOVE
    const inside = box !== undefined && x > box.left - 20 && x < box.right + 20 && above > box.top - 30 && above < box.bottom + 20
    this.near = inside && ROOT3 * this.s < SMALL ? { x: x - box.left, y: y - box.top } : null
    const finger = this.local(x, y)
    const target = { x: finger.x, y: finger.y - ABOVE / this.zoom }
    const found = inside ? placing.nearest((laid) => this.#distance(laid, target), 1.35 * ROOT3 * this.s) : null
    if (found) placing.hold(found)
    else placing.point(null)
    this.floats = !found
    this.refused = inside && !found
    if (!found) this.#drawAt(x, above)
  }

  #drop(finger: boolean): void {
    const legal = this.#placing.legal
    this.#give(!legal)
    if (legal) this.#placing.settle(finger)
  }

  /** The drag is over; the tile goes back to the rack, or stays where it is. */
  #give(back: boolean): void {
    this.dragging = this.floats = this.refused = false
    this.near = null
    this.#forget()
    if (back) this.#placing.putBack()
  }

  /** From the middle of the tile to the half that is held, as it is drawn. */
  #half(): Point {
    const angle = (Math.PI / 3) * this.#placing.turn
    const reach = (this.#placing.grip === 0 ? -1 : 1) * (ROOT3 / 2) * this.s
    return { x: reach * Math.cos(angle), y: reach * Math.sin(angle) }
  }

  #distance({ at: [a, b] }: Laid, target: Point): number {
    const [p, q] = [centre(a, this.s), centre(b, this.s)]
    return Math.hypot((p.x + q.x) / 2 - target.x, (p.y + q.y) / 2 - target.y)
  }

  #drawAt(x: number, y: number): void {
    if (this.float) this.float.style.transform = `translate3d(${x}px, ${y}px, 0) translate(-50%, -50%)`
  }
}
