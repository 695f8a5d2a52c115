import { describe, expect, it } from 'vitest'
import { boardSize, centre, distance, sizeFor, spaceAt, tilePath } from './geometry'

describe('geometry', () => {
  it('finds the space under its middle, and under points near it', () => {
    for (const space of [
      [0, 0],
      [3, -2],
      [-5, 5],
      [0, -7],
    ] as const) {
      const { x, y } = centre(space, 29.5)
      expect(spaceAt({ x, y }, 29.5)).toEqual(space)
      expect(spaceAt({ x: x + 20, y: y - 10 }, 29.5)).toEqual(space)
    }
  })

  it('counts steps', () => {
    expect(distance([0, 0], [2, -1])).toBe(2)
    expect(distance([-1, 0], [1, 1])).toBe(3)
  })

  it.each([
    [372, 344, [18.5, 15.5, 13.5]],
    [788, 700, [39.5, 33.5, 29.5]],
    [936, 700, [39.5, 33.5, 29.5]],
    [1416, 880, [49.5, 42, 37]],
  ] as const)('draws boards as large as a room of %i × %i allows', (width, height, sizes) => {
    sizes.forEach((s, k) => {
      const radius = 5 + k
      const found = sizeFor(radius, width, height)
      expect(Math.abs(found - s)).toBeLessThanOrEqual(0.5)
      const size = boardSize(radius, found)
      expect(size.width).toBeLessThanOrEqual(width)
      expect(size.height).toBeLessThanOrEqual(height)
    })
  })

  it('closes the outline of a tile', () => {
    expect(tilePath({ x: 0, y: 0 }, { x: 17.3, y: 0 }, 10)).toMatch(/^M.*Z$/)
  })
})
