import { describe, expect, it } from 'vitest'
import { nameOf } from '../../pieces/geometry'
import { bits, pairKey, tilesOf } from './ground'
import { groundOf } from '../../../testing/ground'

describe('ground', () => {
  it('reads the bits of a hexadecimal number, the lowest first', () => {
    expect(bits('5')).toEqual([0, 2])
    expect(bits('10')).toEqual([4])
    expect(bits('0')).toEqual([])
  })

  it('names spaces as the notation does', () => {
    expect(nameOf([0, 0])).toBe('H8')
    expect(nameOf([-3, 4])).toBe('L5')
  })

  it('allows what the spots allow, either way round', () => {
    const ground = groundOf(2, { '0,0': 'R' })
    expect(
      ground.allows([
        [1, 0],
        [2, 0],
      ]),
    ).toBe(true)
    expect(
      ground.allows([
        [2, 0],
        [1, 0],
      ]),
    ).toBe(true)
    expect(
      ground.allows([
        [0, 0],
        [1, 0],
      ]),
    ).toBe(false)
    expect(
      ground.allows([
        [1, 0],
        [-1, 0],
      ]),
    ).toBe(false)
  })

  it('counts every ray of its own symbol, also a long one', () => {
    const row = Object.fromEntries(Array.from({ length: 11 }, (_, k) => [`${k - 6},0`, 'B']))
    const ground = groundOf(7, row)
    expect(ground.rays('B', [5, 0]).map((ray) => ray.over.length)).toEqual([11])
    expect(ground.rays('R', [5, 0])).toEqual([])
  })

  it('counts the halves of a double alone: never from one to the other', () => {
    const ground = groundOf(3, { '-2,0': 'P', '-1,0': 'P', '2,0': 'P', '2,-1': 'P' })
    const laid = {
      tile: 'PP',
      at: [
        [0, 0],
        [1, 0],
      ] as const,
    }
    expect(ground.gains(laid)).toEqual([2, 2])
    const halves = new Set(laid.at.map(String))
    for (const ray of ground.raysOf(laid)) expect(ray.over.some((space) => halves.has(String(space)))).toBe(false)
  })

  it('dims empty spaces without an empty neighbour', () => {
    const around = { '1,0': 'R', '0,1': 'R', '-1,1': 'R', '-1,0': 'R', '0,-1': 'R', '1,-1': 'R' }
    expect([...groundOf(2, around).useless]).toEqual(['0,0'])
  })

  it('marks the spaces that decide on a first turn: those around the symbol', () => {
    const near = ([q, r]: readonly [number, number]) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) === 1
    const ground = groundOf(4, { '0,0': 'B' }, (a, b) => near(a) || near(b))
    expect([...ground.deciding].sort()).toEqual(['-1,0', '-1,1', '0,-1', '0,1', '1,-1', '1,0'].sort())
  })

  it('draws what the events counted', () => {
    const ground = groundOf(3, {})
    const rays = ground.counted([{ seat: 0, symbol: 'G', space: [0, 0], rays: [2, 0, 0, 1, 0, 0], points: 3 }])
    expect(rays.map((ray) => ray.over)).toEqual([
      [
        [1, 0],
        [2, 0],
      ],
      [[-1, 0]],
    ])
  })

  it('takes the tiles from the log', () => {
    const tiles = tilesOf([
      {
        seat: 0,
        place: 'RB',
        at: [
          [0, 0],
          [1, 0],
        ],
      },
      { seat: 0, draw: 1 },
    ])
    expect(tiles).toEqual([
      {
        tile: 'RB',
        at: [
          [0, 0],
          [1, 0],
        ],
      },
    ])
    expect(
      pairKey([
        [1, 0],
        [0, 0],
      ]),
    ).toBe(
      pairKey([
        [0, 0],
        [1, 0],
      ]),
    )
  })
})
