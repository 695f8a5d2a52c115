import { describe, expect, it } from 'vitest'
import { othersDice, ownDice } from './dicesizes'

describe('dice', () => {
  it.each([
    [390, 1, true],
    [320, 3, true],
    [390, 3, true],
    [740, 2, false],
    [1000, 1, false],
  ])('in a zone %i wide never grow when there is less height', (width, players, isPhone) => {
    for (let height = 400; height > 40; height -= 1) {
      const [large, small] = [{ width, height }, { width, height: height - 1 }]
      expect(ownDice(small, 6, players, isPhone).size).toBeLessThanOrEqual(ownDice(large, 6, players, isPhone).size)
      expect(othersDice(small, 6, players, isPhone)).toBeLessThanOrEqual(othersDice(large, 6, players, isPhone))
    }
  })

  it('have the name above them only where it takes no room from them', () => {
    expect(ownDice({ width: 390, height: 300 }, 6, 2, true)).toEqual({ size: expect.closeTo(37.6, 1), beside: false })
    expect(ownDice({ width: 390, height: 110 }, 6, 2, true)).toEqual({ size: expect.closeTo(37.6, 1), beside: true })
    expect(ownDice({ width: 390, height: 58 }, 6, 2, true)).toEqual({ size: 34, beside: true })
  })
})
