import { describe, expect, it } from 'vitest'
import { standing, track } from './track'

describe('track', () => {
  it('has a hole for every point, evenly', () => {
    const found = track(320, 18)
    expect(found.x).toHaveLength(19)
    expect(found.x[0]).toBeCloseTo(11)
    expect(found.x[18]).toBeCloseTo(309)
    expect(found.areas).toEqual([])
  })

  it('is gone round twice beyond 18', () => {
    const found = track(320, 36, [], 11, 2)
    expect(found.laps).toBe(true)
    expect(found.x).toHaveLength(19)
    expect(standing(18, found)).toEqual({ x: found.x[18], second: false })
    expect(standing(20, found)).toEqual({ x: found.x[2], second: true })
    expect(standing(36, found)).toEqual({ x: found.x[18], second: true })
  })

  it('leaves gaps between areas', () => {
    const found = track(320, 12, [
      [0, 3],
      [4, 6],
      [7, 9],
      [10, 12],
    ])
    expect(found.areas.map((area) => area.first)).toEqual([0, 4, 7, 10])
    const steps = found.x.slice(1).map((x, k) => x - (found.x[k] ?? 0))
    expect(steps[3]).toBeGreaterThan((steps[0] ?? 0) + 5)
  })
})
