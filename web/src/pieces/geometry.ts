/** Where things lie on a board of hexagons with pointed tops, and the outlines of what is drawn. */

export type Space = readonly [number, number]
export type Pair = readonly [Space, Space]
/** A tile on two spaces, its first letter on the first of them. */
export interface Laid {
  tile: string
  at: Pair
}
export interface Point {
  x: number
  y: number
}

export const ROOT3 = Math.sqrt(3)

/** The middle of a space; `s` is the distance from there to a corner. */
export function centre([q, r]: Space, s = 1): Point {
  return { x: ROOT3 * s * (q + r / 2), y: 1.5 * s * r }
}

/** The space under a point, on the board or beyond it. */
export function spaceAt(point: Point, s = 1): Space {
  const r = point.y / (1.5 * s)
  const q = point.x / (ROOT3 * s) - r / 2
  const [x, y, z] = [Math.round(q), Math.round(r), Math.round(-q - r)]
  const [dx, dy, dz] = [Math.abs(x - q), Math.abs(y - r), Math.abs(z + q + r)]
  // The coordinate that was rounded most follows from the others; adding 0 makes 0 of -0.
  if (dx > dy && dx > dz) return [-y - z + 0, y + 0]
  return [x + 0, dy > dz ? -x - z + 0 : y + 0]
}

export function distance([a, b]: Space, [c, d]: Space): number {
  return Math.max(Math.abs(a - c), Math.abs(b - d), Math.abs(a + b - c - d))
}

export const same = (a: Space, b: Space): boolean => a[0] === b[0] && a[1] === b[1]
export const keyOf = (space: Space): string => `${space[0]},${space[1]}`

/** A space as the notation writes it: a letter for its row, a number for its diagonal. H8 is the middle of every board. */
export const nameOf = ([q, r]: Space): string => `${String.fromCharCode(72 + r)}${q + 8}`
export const spaceOf = (name: string): Space => [Number(name.slice(1)) - 8, name.charCodeAt(0) - 72]

/** The six corners of a space. */
export function corners(middle: Point, s: number): Point[] {
  return Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 180) * (60 * k - 90)
    return { x: middle.x + s * Math.cos(angle), y: middle.y + s * Math.sin(angle) }
  })
}

const n = (value: number): string => String(Math.round(value * 100) / 100)

/** A closed path through points, with its corners rounded. */
function rounded(points: Point[], radii: number | number[]): string {
  const parts: string[] = []
  points.forEach((here, k) => {
    const before = points[(k + points.length - 1) % points.length] as Point
    const after = points[(k + 1) % points.length] as Point
    const radius = typeof radii === 'number' ? radii : (radii[k] ?? 0)
    const towards = (to: Point): Point => {
      const length = Math.hypot(to.x - here.x, to.y - here.y) || 1
      const part = Math.min(radius, length / 2) / length
      return { x: here.x + (to.x - here.x) * part, y: here.y + (to.y - here.y) * part }
    }
    const from = towards(before)
    const to = towards(after)
    parts.push(`${k ? 'L' : 'M'}${n(from.x)} ${n(from.y)}Q${n(here.x)} ${n(here.y)} ${n(to.x)} ${n(to.y)}`)
  })
  return `${parts.join('')}Z`
}

/** The outline of one space. */
export function hexPath(middle: Point, s: number, inset = 0, radius = 0.16): string {
  return rounded(corners(middle, s - (2 * inset) / ROOT3), radius * s)
}

/** The outline of a tile on two adjacent middles, drawn in by `inset` on all sides. */
export function tilePath(a: Point, b: Point, s: number, inset = 0): string {
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  const angle = Math.atan2(b.y - a.y, b.x - a.x)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const place = (x: number, y: number): Point => ({
    x: middle.x + x * cos - y * sin,
    y: middle.y + x * sin + y * cos,
  })
  const far = (ROOT3 / 2) * s
  const in2 = (2 * inset) / ROOT3
  const top = s - in2
  const side = 2 * far - inset
  const half = s / 2 - inset / ROOT3
  const waist = s / 2 - in2
  // Beginning at the waist above, clockwise; the waist is the only place that bends inwards.
  const outline: [number, number, number][] = [
    [0, -waist, 0.34],
    [far, -top, 0.16],
    [side, -half, 0.16],
    [side, half, 0.16],
    [far, top, 0.16],
    [0, waist, 0.34],
    [-far, top, 0.16],
    [-side, half, 0.16],
    [-side, -half, 0.16],
    [-far, -top, 0.16],
  ]
  return rounded(
    outline.map(([x, y]) => place(x, y)),
    outline.map(([, , radius]) => radius * s),
  )
}

/** How large a space can be drawn in a given room, rounded down to half a pixel. */
export function sizeFor(radius: number, width: number, height: number): number {
  const s = Math.min(width / (ROOT3 * (2 * radius + 1) + 0.72), height / (3 * radius + 2.72))
  return Math.max(4, Math.floor(s * 2) / 2)
}

/** How much room a board takes with its rim. */
export function boardSize(radius: number, s: number): { width: number; height: number } {
  return { width: (ROOT3 * (2 * radius + 1) + 0.72) * s, height: (3 * radius + 2.72) * s }
}
