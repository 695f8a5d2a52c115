/** Places names on a board, of the last moves or of a better one: beside their tiles, and never over a symbol. */

import { centre, type Pair, type Point } from '../pieces/geometry'

export interface Wanted {
  n: number // which of the last moves it was; 0 for a name without a number
  name: string
  at: Pair // its tile
  newest: boolean
}

export interface Flag extends Omit<Wanted, 'at'> {
  disc: Point // the middle of the number
  r: number // how large the number's end is
  left: number // of the whole flag
  width: number
  text: number // where the name begins, or its middle without a number; it is left out if there is no space
  line: readonly [Point, Point] | null // to the tile, from a flag that is not next to it
}

export interface Look {
  height: number
  measure: (text: string) => number // the width of a name
}

/** How far a flag may be from its tile, in sizes of a space, and the step between attempts. */
const FARTHEST = 2.5
const STEP = 0.5
/** A symbol with a little air, in sizes of a space. */
const SYMBOL = 0.52
const TILE = 0.86
const GAP = 4
const END = 9

interface Pill {
  from: number // the middles of its two round ends
  to: number
  y: number
  r: number
}

const toPill = ({ from, to, y }: Pill, point: Point): number => Math.hypot(Math.max(from - point.x, 0, point.x - to), point.y - y)

function between(a: Pill, b: Pill): number {
  return Math.hypot(Math.max(a.from - b.to, b.from - a.to, 0), a.y - b.y)
}

interface Ground {
  s: number
  symbols: readonly Point[] // the middles of all spaces with a symbol
  room: { width: number; height: number } // around the middle of the board
}

interface Place {
  disc: Point
  edge: Point // of the tile, towards the number
  extra: number // its distance from the tile
}

/** The places around a tile, the nearest ones first: at its corners, and apart in all directions. */
function* around(at: Pair, s: number, r: number): Generator<Place> {
  for (let extra = 0; extra <= FARTHEST; extra += STEP) {
    for (const space of at) {
      const half = centre(space, s)
      const away = Math.max(s, SYMBOL * s + r) + extra * s
      for (let k = extra ? 0 : 1; k < 12; k += extra ? 1 : 2) {
        const [x, y] = [Math.cos((Math.PI / 6) * k), Math.sin((Math.PI / 6) * k)]
        const edge = { x: half.x + 0.72 * s * x, y: half.y + 0.72 * s * y }
        yield { disc: { x: half.x + away * x, y: half.y + away * y }, edge, extra }
      }
    }
  }
}

/** How near a straight line comes to a point. */
function toLine(a: Point, b: Point, { x, y }: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const part = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(a.x + part * dx - x, a.y + part * dy - y)
}

const isFree = (pill: Pill, { s, symbols, room }: Ground, taken: readonly Pill[]): boolean =>
  pill.from - pill.r >= -room.width / 2 &&
  pill.to + pill.r <= room.width / 2 &&
  Math.abs(pill.y) + pill.r <= room.height / 2 &&
  symbols.every((symbol) => toPill(pill, symbol) >= pill.r + SYMBOL * s - 0.01) &&
  taken.every((other) => between(pill, other) > pill.r + other.r + 1)

/** The cost of a place: distance, covering parts of other tiles, and more than a corner of its own tile. */
function cost(pill: Pill, own: readonly Point[], { s, symbols }: Ground, { disc, extra }: Place): number {
  const touched = symbols.filter((symbol) => toPill(pill, symbol) < pill.r + TILE * s)
  const others = touched.filter(({ x, y }) => !own.some((half) => Math.hypot(half.x - x, half.y - y) < 1))
  const middle = own.reduce((sum, { y }) => sum + y / own.length, 0)
  const covered = own.reduce((sum, half) => sum + Math.max(0, pill.r + TILE * s - toPill(pill, half)), 0) / s
  return 3 * extra + 0.6 * others.length + covered + (disc.y < middle ? 0.2 : 0) + (disc.x > pill.from ? 0.1 : 0)
}

function placed(wanted: Wanted, ground: Ground, look: Look, taken: readonly Pill[]): { flag: Flag; pill: Pill } | null {
  const { s } = ground
  const r = look.height / 2
  const own = wanted.at.map((space) => centre(space, s))
  const span = look.measure(wanted.name) + (wanted.n ? GAP + END : 2 * END - 2 * r)
  let best: { flag: Flag; pill: Pill; cost: number } | null = null
  for (const place of around(wanted.at, s, r)) {
    const { disc, edge, extra } = place
    if (best && best.cost <= 3 * extra) break
    if (extra && ground.symbols.some((symbol) => toLine(edge, disc, symbol) < 0.45 * s)) continue
    for (const side of [1, -1]) {
      const far = disc.x + side * span
      const pill = { from: Math.min(disc.x, far), to: Math.max(disc.x, far), y: disc.y, r }
      if (!isFree(pill, ground, taken)) continue
      const found = cost(pill, own, ground, place)
      if (best && best.cost <= found) continue
      const flag: Flag = {
        n: wanted.n,
        name: wanted.name,
        newest: wanted.newest,
        disc,
        r,
        left: pill.from - r,
        width: pill.to - pill.from + 2 * r,
        text: !wanted.n ? (pill.from + pill.to) / 2 : side > 0 ? disc.x + r + GAP : pill.from - r + END,
        line: extra ? [edge, disc] : null,
      }
      best = { flag, pill, cost: found }
    }
  }
  return best
}

/** Only the number, on a corner of the tile: there is room for it between any three symbols. */
function numberOnly(wanted: Wanted, { s, ...ground }: Ground, look: Look, taken: readonly Pill[]): { flag: Flag; pill: Pill } {
  const r = Math.min(look.height / 2, (1 - SYMBOL) * s)
  const corners = wanted.at.flatMap((space) => {
    const from = centre(space, s)
    return [1, 3, 5, 7, 9, 11].map((k) => ({
      x: from.x + s * Math.cos((Math.PI / 6) * k),
      y: from.y + s * Math.sin((Math.PI / 6) * k),
    }))
  })
  const pills = corners.map(({ x, y }): Pill => ({ from: x, to: x, y, r }))
  const pill = pills.find((one) => isFree(one, { s, ...ground }, taken)) ?? (pills[0] as Pill)
  const disc = { x: pill.from, y: pill.y }
  const { n, newest } = wanted
  return { flag: { n, name: '', newest, disc, r, left: disc.x - r, width: 2 * r, text: disc.x, line: null }, pill }
}

/** The flags of the last moves; the newest one chooses its place first. */
export function flagsFor(wanted: readonly Wanted[], ground: Ground, look: Look): Flag[] {
  const taken: Pill[] = []
  const found = wanted.toReversed().flatMap((one) => {
    const put = placed(one, ground, look, taken) ?? (one.n ? numberOnly(one, ground, look, taken) : null)
    if (!put) return []
    taken.push(put.pill)
    return [put.flag]
  })
  return found.toReversed()
}

let canvas: CanvasRenderingContext2D | null | undefined

/** Measures names as they are written in flags; estimates the width if it cannot be measured. */
export function measured(px: number): (text: string) => number {
  return (text) => {
    if (canvas === undefined) {
      try {
        canvas = document.createElement('canvas').getContext('2d')
      } catch {
        canvas = null
      }
    }
    if (!canvas) return 0.6 * px * text.length
    canvas.font = `600 ${px}px Inter, system-ui, sans-serif`
    return canvas.measureText(text).width + 1
  }
}

/** A name that is no longer than some letters. */
export const shortened = (name: string, most = 12): string =>
  [...name].length > most
    ? `${[...name]
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : name
