/** A position on its board: where tiles may go, and what each half would score there. It contains no rules. */

import { halves } from '../../pieces/colours'
import { keyOf, type Laid, type Pair, same, type Space } from '../../pieces/geometry'
import { isPlacement, type Placement } from '../../moves/placement'
import { raysOf } from '../../positions/counted'
import type { Ray } from '../../positions/Rays.svelte'
import type { Board, BoardPosition, Colour, Counted, LogEntry } from '../../net/wire'

export const pairKey = ([a, b]: Pair): string => {
  const [x, y] = [keyOf(a), keyOf(b)]
  return x < y ? `${x} ${y}` : `${y} ${x}`
}

const step = ([q, r]: Space, [dq, dr]: Space, times = 1): Space => [q + times * dq, r + times * dr]

/** The numbers of the bits that are set in a hexadecimal number, the lowest being 0. */
export function bits(hex: string): number[] {
  const found: number[] = []
  const digits = [...hex].reverse()
  digits.forEach((digit, place) => {
    const value = Number.parseInt(digit, 16)
    for (let bit = 0; bit < 4; bit++) if ((value >> bit) & 1) found.push(4 * place + bit)
  })
  return found
}

export class Ground {
  readonly board: Board
  readonly position: BoardPosition
  readonly #number: Map<string, number>
  readonly #open: Map<string, Pair>
  #marks: Set<string> | undefined
  #useless: Set<string> | undefined
  readonly #lying = new Map<number, Pair[]>()

  constructor(board: Board, position: BoardPosition) {
    this.board = board
    this.position = position
    this.#number = new Map(board.spaces.map((space, k) => [keyOf(space), k]))
    this.#open = new Map(
      bits(position.spots).map((n) => {
        const [a, b] = board.edges[n] as [number, number]
        const pair: Pair = [board.spaces[a] as Space, board.spaces[b] as Space]
        return [pairKey(pair), pair]
      }),
    )
  }

  has(space: Space): boolean {
    return this.#number.has(keyOf(space))
  }

  /** The symbol on a space, or null if it is empty or not on the board. */
  at(space: Space): Colour | null {
    const letter = this.position.cells[this.#number.get(keyOf(space)) ?? -1]
    return letter && letter !== '.' ? (letter as Colour) : null
  }

  /** Whether a tile may go there now. */
  allows(pair: Pair): boolean {
    return this.#open.has(pairKey(pair))
  }

  get open(): Pair[] {
    return [...this.#open.values()]
  }

  /** Where a tile may go if its second half lies in this direction of its first. */
  lying(direction: number): readonly Pair[] {
    let found = this.#lying.get(direction)
    if (!found) {
      const both = this.open.flatMap(([a, b]): Pair[] => [
        [a, b],
        [b, a],
      ])
      found = both.filter(([a, b]) => same(this.beside(a, direction), b))
      this.#lying.set(direction, found)
    }
    return found
  }

  /** The neighbour of a space; directions count clockwise from the right. */
  beside(space: Space, direction: number): Space {
    return step(space, this.board.directions[((direction % 6) + 6) % 6] as Space)
  }

  /** Empty spaces on which no half of a tile may lie now. */
  get useless(): Set<string> {
    if (this.#useless) return this.#useless
    const useful = new Set(this.open.flatMap((pair) => pair.map(keyOf)))
    const empty = this.board.spaces.map(keyOf).filter((_, k) => this.position.cells[k] === '.')
    return (this.#useless = new Set(empty.filter((key) => !useful.has(key))))
  }

  /**
   * The deciding spaces when only some places are allowed: a tile with one half on such a space may be
   * placed wherever its other half lies.
   */
  get deciding(): Set<string> {
    if (this.#marks) return this.#marks
    const found = new Set<string>()
    for (const space of this.board.spaces) {
      if (this.at(space)) continue
      const pairs = this.board.directions
        .map((_, k): Pair => [space, this.beside(space, k)])
        .filter(([, other]) => this.has(other) && !this.at(other))
      if (pairs.length && pairs.every((pair) => this.allows(pair))) found.add(keyOf(space))
    }
    return (this.#marks = found)
  }

  /** What a symbol on an empty space would score, ray by ray. */
  rays(colour: Colour, space: Space): Ray[] {
    const seen = this.position.rays[this.#number.get(keyOf(space)) ?? -1] ?? ''
    return this.board.directions.flatMap((direction, k) => {
      if (seen[2 * k] !== colour) return []
      // Numbers from 10 up are letters.
      return [ray(colour, space, direction, Number.parseInt(seen[2 * k + 1] ?? '0', 36))]
    })
  }

  /** The same for both halves of a tile, without the rays between the two halves. */
  raysOf({ tile, at }: Laid): Ray[] {
    return halves(tile).flatMap((colour, k) => this.rays(colour, at[k] as Space))
  }

  /** What each half would gain. */
  gains({ tile, at }: Laid): [number, number] {
    const [first, second] = halves(tile).map((colour, k) =>
      this.rays(colour, at[k] as Space).reduce((sum, { over }) => sum + over.length, 0),
    )
    return [first ?? 0, second ?? 0]
  }

  /** The rays that a story counted. */
  counted(gains: readonly Counted[]): Ray[] {
    return raysOf(gains, this.board.directions)
  }
}

function ray(colour: Colour, from: Space, direction: Space, length: number): Ray {
  return { colour, from, over: Array.from({ length }, (_, k) => step(from, direction, k + 1)) }
}

const laid = new WeakMap<LogEntry, Laid>()

/** A placed tile: the same object for the same entry, so that it is not redrawn. */
function laidBy(entry: LogEntry & Placement): Laid {
  const found = laid.get(entry) ?? { tile: entry.place, at: entry.at }
  laid.set(entry, found)
  return found
}

/** The tiles on the board, in the order in which they were placed. */
export function tilesOf(log: readonly LogEntry[]): Laid[] {
  return log.flatMap((entry) => (isPlacement(entry) ? [laidBy(entry)] : []))
}
