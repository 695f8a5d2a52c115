import { describe, expect, it } from 'vitest'
import { centre, type Pair, type Point, type Space } from '../pieces/geometry'
import { boardOf } from '../../testing/ground'
import { type Flag, flagsFor, shortened } from './flags'

const measure = (text: string): number => 8 * text.length
const at = (a: Space, b: Space): Pair => [a, b]

/** The distance of a flag from a point; below 0 the flag covers it. */
function covers({ left, width, disc, r }: Flag, { x, y }: Point): number {
  const [from, to] = [left + r, left + width - r]
  return Math.hypot(Math.max(from - x, 0, x - to), y - disc.y) - r
}

describe('flags', () => {
  const wanted = [
    { n: 1, name: 'Nora', at: at([0, 0], [1, 0]), newest: false },
    { n: 2, name: 'Ben', at: at([0, 1], [0, 2]), newest: false },
    { n: 3, name: 'Ines', at: at([-2, 1], [-1, 1]), newest: true },
  ]

  for (const [s, height] of [
    [28, 27],
    [11, 21],
  ] as const) {
    it(`cover neither a symbol nor each other, however full the board is (${s} px)`, () => {
      const { spaces } = boardOf(5)
      const own = wanted.flatMap((one) => [...one.at])
      for (let full = 0; full <= 10; full += 1) {
        const others = spaces.filter((_, k) => (k * 7) % 10 < full)
        const symbols = [...own, ...others].map((space) => centre(space, s))
        const flags = flagsFor(wanted, { s, symbols, room: { width: 30 * s, height: 20 * s } }, { height, measure })
        expect(flags.map(({ n }) => n)).toEqual([1, 2, 3])
        for (const flag of flags) {
          for (const symbol of symbols) expect(covers(flag, symbol)).toBeGreaterThan(0.45 * s)
          for (const other of flags) if (other !== flag) expect(covers(flag, other.disc)).toBeGreaterThan(0)
        }
      }
    })
  }

  it('put their number on a corner of the tile if there is room', () => {
    const s = 28
    const symbols = wanted[0]!.at.map((space) => centre(space, s))
    const [flag] = flagsFor(wanted.slice(0, 1), { s, symbols, room: { width: 900, height: 700 } }, { height: 27, measure })
    expect(Math.min(...symbols.map(({ x, y }) => Math.hypot(x - flag!.disc.x, y - flag!.disc.y)))).toBeLessThan(1.02 * s)
    expect(flag).toMatchObject({ name: 'Nora', line: null })
  })

  it('stay within the available space', () => {
    const s = 28
    const tile = at([4, 0], [5, 0])
    const symbols = tile.map((space) => centre(space, s))
    const room = { width: 2 * (symbols[1]!.x + s), height: 700 }
    const [flag] = flagsFor([{ n: 1, name: 'Maximilian', at: tile, newest: true }], { s, symbols, room }, { height: 27, measure })
    expect(flag!.left + flag!.width).toBeLessThanOrEqual(room.width / 2)
  })

  it('shorten long names', () => {
    expect(shortened('Ines')).toBe('Ines')
    expect(shortened('Maximilian the second')).toBe('Maximilian…')
    expect(shortened('🐙'.repeat(12))).toBe('🐙'.repeat(12))
    expect(shortened(`Maximilian🐙🐙🐙`)).toBe('Maximilian🐙…')
  })

  it('without a number has its name in the middle, and is left out where there is no room', () => {
    const better = { n: 0, name: 'Better', at: at([0, 0], [1, 0]), newest: true }
    const symbols = better.at.map((space) => centre(space, 28))
    const look = { height: 27, measure }
    const [flag] = flagsFor([better], { s: 28, symbols, room: { width: 800, height: 600 } }, look)
    expect(flag?.text).toBeCloseTo((flag?.left ?? 0) + (flag?.width ?? 0) / 2)
    expect(flag?.width).toBe(measure('Better') + 18)
    expect(flagsFor([better], { s: 28, symbols, room: { width: 20, height: 20 } }, look)).toEqual([])
  })
})
