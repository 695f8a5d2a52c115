/** Placing a tile: picked from the rack, held over the board, turned, waiting, placed. It draws nothing. */

import { keyOf, type Laid, same, type Space } from '../../pieces/geometry'
import type { Placement } from '../../moves/placement'
import type { Ray } from '../../positions/Rays.svelte'
import type { StoryEvent } from '../../net/wire'
import { type Ground, pairKey } from './ground'
import type { Outlook } from './outlook.svelte'
import type { Places } from './racks'

export interface Held extends Laid {
  bad: boolean // it may not be placed there
}

export type Stuck = 'only' | 'none'

/** Sixths of a turn, the smallest first. */
const TURNS = [0, 1, 5, 2, 4, 3]

/** What `Placing` has to know about the table. */
export interface Around {
  ground: () => Ground | null
  places: () => Places
  /** Whether the player may hold a tile to place it. */
  may: () => boolean
  /** Whether a decision would be accepted now. */
  isPossible: () => boolean
  /** Whether there is no connection. */
  lost: () => boolean
  /** Whether a tile waits until it is confirmed. */
  confirm: () => boolean
  /** Doubles for which it matters which half is scored first. */
  turned: () => readonly Placement[]
  /** What the tile would do, with the first or the second half scored first. */
  foreseen: (second: boolean) => Outlook | null
  /** Called whenever the player tries to turn the tile, but it fits here only as it is, or not at all. */
  stays: (how: Stuck) => void
  send: (choice: Placement, from: number, story: readonly StoryEvent[] | null) => Promise<boolean>
}

export class Placing {
  /** The place of the rack from which a tile was picked. */
  picked = $state<number | null>(null)
  /** The direction from the first half to the second, in sixths clockwise from the right. */
  turn = $state(0)
  /** The half by which the tile is held. */
  grip = $state<0 | 1>(0)
  /** The space under that half. */
  over = $state.raw<Space | null>(null)
  /** The tile stays in place until it is placed or put back. */
  waits = $state(false)
  /** The player tried to turn the tile, but it fits here only as it is, or not at all. */
  stuck = $state<Stuck | null>(null)
  /** The player has turned a tile. */
  hasTurned = $state(false)
  /** The illegal place from which the pointer left the board: its reason stays within reach. */
  left = $state.raw<Held | null>(null)

  readonly #around: Around
  #wish = 0 // the direction that the player chose; used wherever it fits
  readonly tile: string | null = $derived.by(() => (this.picked === null ? null : (this.#around.places()[this.picked] ?? null)))
  readonly held: Held | null = $derived.by(() => this.#at(this.over, this.turn, this.grip))
  readonly legal: boolean = $derived(this.held !== null && !this.held.bad)
  /** The illegal place that the player asks about. */
  readonly refused: Held | null = $derived.by(() => (this.held ? (this.held.bad ? this.held : null) : this.left))
  /** Whether spaces of the refused place are occupied. */
  readonly taken: boolean = $derived.by(() => {
    const ground = this.#around.ground()
    return this.refused?.at.some((space) => Boolean(ground?.at(space))) ?? false
  })
  /** Whether a half of it hangs over the edge. */
  readonly outside: boolean = $derived.by(() => {
    const ground = this.#around.ground()
    return this.refused?.at.some((space) => !ground?.has(space)) ?? false
  })
  readonly rays: Ray[] = $derived.by(() => {
    const ground = this.#around.ground()
    return this.held && !this.held.bad && ground ? ground.raysOf(this.held) : []
  })
  readonly gains: [number, number] | null = $derived.by(() => {
    const ground = this.#around.ground()
    return this.held && !this.held.bad && ground ? ground.gains(this.held) : null
  })
  /** Whether it matters which half is scored first. */
  readonly asksOrder: boolean = $derived.by(() => {
    const { held } = this
    if (!held || held.bad) return false
    const key = pairKey(held.at)
    return this.#around.turned().some(({ place, at }) => place === held.tile && pairKey(at) === key)
  })

  constructor(around: Around) {
    this.#around = around
  }

  /** Whether the tile could be placed now. */
  get isPossible(): boolean {
    return this.#around.isPossible()
  }

  /** Whether there is no connection: then the tile waits. */
  get lost(): boolean {
    return this.#around.lost()
  }

  /** Take a tile from the rack; the same again puts it back. */
  pick(place: number, grip: 0 | 1 = 0): void {
    if (!this.#around.may() || !this.#around.places()[place]) return
    if (this.picked === place) {
      this.putBack()
      return
    }
    this.putBack()
    this.picked = place
    this.grip = grip
  }

  putBack(): void {
    this.picked = null
    this.over = this.left = null
    this.waits = false
    this.stuck = null
    this.turn = this.#wish = 0
    this.grip = 0
  }

  /** The pointer or the cursor is over a space, or over none. The tile turns automatically so that it fits. */
  point(space: Space | null): void {
    if (this.waits || this.picked === null) return
    if (space === this.over || (space && this.over && same(space, this.over))) return
    const { refused } = this
    this.#aim(space && this.#around.ground()?.has(space) ? space : null)
    if (!this.over) this.left = refused
  }

  /**
   * Turn to the next way in which the tile may lie, around the half that lies on a space if one is named. Where it is
   * over no space, or fits in no way, it turns by a sixth.
   */
  rotate(by: 1 | -1 = 1, around: Space | null = null): void {
    if (this.picked === null) return
    this.hasTurned = true
    const half = around && this.held ? this.held.at.findIndex((space) => same(space, around)) : -1
    if (around && half >= 0) {
      this.over = around
      this.grip = half as 0 | 1
    }
    const turns = [1, 2, 3, 4, 5, 6].map((step) => (this.turn + by * step + 6) % 6)
    const next = turns.find((turn) => this.#at(this.over, turn, this.grip)?.bad === false)
    this.stuck = !this.over ? null : next === undefined ? 'none' : next === this.turn ? 'only' : null
    if (next !== this.turn) this.turn = this.#wish = next ?? turns[0]!
    if (this.stuck) this.#around.stays(this.stuck)
  }

  /**
   * A click or tap on a space: it goes there, and is placed unless it has to wait. Where the tile waits
   * already, another tap on it turns it, and one beside it only moves it. A finger cannot hover, so for it the
   * tile always waits. It also waits if it turned by itself before the player saw it there.
   */
  choose(space: Space, finger = false): void {
    if (this.picked === null) return
    if (this.waits && this.held?.at.some((taken) => same(taken, space))) {
      this.rotate(1, space)
      return
    }
    if (!this.#around.ground()?.has(space)) return
    const waited = this.waits
    const shown = this.over !== null && same(this.over, space)
    const { turn } = this
    this.waits = false
    if (shown) this.stuck = null
    else this.#aim(space)
    this.settle(finger || waited || this.turn !== turn)
  }

  /** Release the tile: it is placed, or waits; on an illegal place it stays held. */
  settle(wait = false): void {
    if (!this.legal) return
    // A tile that is placed too soon after the last decision waits as well, so that it is not lost.
    if (wait || this.#around.confirm() || this.asksOrder || !this.isPossible) this.waits = true
    else void this.place()
  }

  /** Hold a tile exactly so, waiting: a suggestion. */
  suggest(laid: Laid): void {
    const ground = this.#around.ground()
    const { tile, at } = laid
    const place = this.#around.places().findIndex((one) => one === tile || one === tile[1]! + tile[0]!)
    if (!ground || place < 0 || !this.#around.may()) return
    // The rack may have the tile spelled the other way round.
    const [from, to] = this.#around.places()[place] === tile ? at : [at[1], at[0]]
    this.picked = place
    this.stuck = null
    this.grip = 0
    this.over = from
    this.turn = this.#wish = Math.max(0, this.#direction(from, to))
    this.waits = true
  }

  /** Place the tile as it is held; `second` scores its second half first. Whether it was placed. */
  async place(second = false): Promise<boolean> {
    const { held, picked, turn, grip, over } = this
    const wish = this.#wish
    if (!held || held.bad || picked === null || !this.isPossible || !this.#around.may()) return false
    const story = this.#around.foreseen(second)?.story ?? null
    this.putBack()
    const [a, b] = held.at
    const choice: Placement = second
      ? { place: held.tile[1]! + held.tile[0]!, at: [[...b], [...a]] }
      : { place: held.tile, at: [[...a], [...b]] }
    const isMade = await this.#around.send(choice, picked, story)
    // If the connection broke, the next table shows whether it was placed. Until then the tile waits where it was put.
    if (!isMade && this.lost) {
      Object.assign(this, { picked, turn, grip, over, waits: true })
      this.#wish = wish
    }
    return isMade
  }

  /** The legal place nearest to the tile's centre, with as little turning as possible. */
  nearest(distanceTo: (laid: Laid) => number, within: number): Laid | null {
    const { tile } = this
    const ground = this.#around.ground()
    if (!tile || !ground) return null
    for (const turn of this.#turns()) {
      let best: Laid | null = null
      let least = within
      for (const at of ground.lying(turn)) {
        const distance = distanceTo({ tile, at })
        if (distance >= least) continue
        least = distance
        best = { tile, at }
      }
      if (best) return best
    }
    return null
  }

  /** Hold the tile as it is laid. */
  hold({ at }: Laid): void {
    const space = at[this.grip]
    if (!this.over || !same(this.over, space)) this.over = space
    this.turn = Math.max(0, this.#direction(at[0], at[1]))
  }

  /** All directions of the tile, starting with those closest to the one the player chose. */
  #turns(): number[] {
    return TURNS.map((by) => (this.#wish + by) % 6)
  }

  #direction(from: Space, to: Space): number {
    const ground = this.#around.ground()
    return ground?.board.directions.findIndex((_, k) => same(ground.beside(from, k), to)) ?? -1
  }

  /** Hold the tile over a space in a legal direction, if there is one. */
  #aim(space: Space | null): void {
    this.over = space
    this.left = null
    this.stuck = null
    this.turn = this.#turns().find((turn) => this.#at(space, turn, this.grip)?.bad === false) ?? this.#wish
  }

  #at(over: Space | null, turn: number, grip: 0 | 1): Held | null {
    const { tile } = this
    const ground = this.#around.ground()
    if (!over || !tile || !ground) return null
    const other = ground.beside(over, grip === 0 ? turn : turn + 3)
    const at = grip === 0 ? ([over, other] as const) : ([other, over] as const)
    return { tile, at, bad: !ground.allows(at) }
  }
}

/** A key for a way of holding a tile. */
export const heldKey = ({ tile, at }: Laid): string => `${tile} ${keyOf(at[0])} ${keyOf(at[1])}`
