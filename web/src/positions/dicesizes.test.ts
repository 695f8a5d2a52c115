import { describe, expect, it } from 'vitest'
import { fitStable, othersDice, ownDice } from './dicesizes'

const match = (die: number) => ({ dice: [die], as: null })
const wild = (...dice: number[]) => ({ dice, as: 'R' as const })

it('draws large dice if there is room, and shrinks the buttons before the dice', () => {
  const pairs = [wild(0, 1), wild(2, 3)]
  const equal = [
    [0, 1],
    [2, 3],
  ]
  expect(fitStable({ width: 700, height: 450 }, pairs, equal, true)).toMatchObject({ tight: false, splits: true })
  const low = fitStable({ width: 430, height: 330 }, pairs, equal, true)
  expect(low.tight).toBe(true)
  expect(low.size).toBeGreaterThanOrEqual(36)
})

it('keeps the size of the dice from roll to roll, if the choices leave room', () => {
  const room = { width: 558, height: 387 }
  const rolls = [
    fitStable(room, [wild(0, 1), match(2), match(3)], [[0, 1]], true),
    fitStable(room, [wild(0, 1, 2), match(3)], [[0, 1, 2]], false),
    fitStable(room, [match(0), match(1), match(2), match(3)], [], true),
  ]
  expect(new Set(rolls.map(({ size }) => size)).size).toBe(1)
})

it('drops the split buttons before the dice get too small', () => {
  const pairs = [wild(0, 1), wild(2, 3)]
  expect(
    fitStable(
      { width: 340, height: 240 },
      pairs,
      [
        [0, 1],
        [2, 3],
      ],
      false,
    ).splits,
  ).toBe(false)
  expect(fitStable({ width: 340, height: 240 }, [match(0), match(1)], [], false).size).toBeGreaterThan(100)
})

it('explains the choices only if there are some, and keeps the dice large enough', () => {
  const pair = [wild(0, 1), match(2)]
  const noted = fitStable({ width: 360, height: 300 }, pair, [[0, 1]], false)
  expect(noted.note).toBe(true)
  expect(noted.size).toBeGreaterThanOrEqual(48)
  expect(fitStable({ width: 360, height: 190 }, pair, [[0, 1]], false).note).toBe(false)
  expect(fitStable({ width: 700, height: 450 }, [match(0), match(1)], [], false).note).toBe(false)
})

it('names on the smallest phone where wild points go, with dice as large as a finger', () => {
  const fitted = fitStable({ width: 304, height: 250 }, [wild(0, 1), match(2), match(3)], [[0, 1]], false)
  expect(fitted).toMatchObject({ tight: true, captions: true, splits: true })
  expect(fitted.size).toBeGreaterThanOrEqual(44)
  expect(
    fitStable(
      { width: 304, height: 250 },
      [wild(0, 1), wild(2, 3)],
      [
        [0, 1],
        [2, 3],
      ],
      false,
    ),
  ).toMatchObject({ captions: true })
  expect(fitStable({ width: 304, height: 250 }, [match(0), match(1)], [[0, 1]], false).captions).toBe(false)
})

describe('dice', () => {
  it.each([
    [390, 1, true],
    [320, 3, true],
    [390, 3, true],
    [740, 2, false],
    [1000, 1, false],
  ])('in a zone %i wide never grow when there is less height', (width, players, isPhone) => {
    for (let height = 400; height > 40; height -= 1) {
      const [large, small] = [
        { width, height },
        { width, height: height - 1 },
      ]
      expect(ownDice(small, 6, players, isPhone).size).toBeLessThanOrEqual(ownDice(large, 6, players, isPhone).size)
      expect(othersDice(small, 6, players, isPhone)).toBeLessThanOrEqual(othersDice(large, 6, players, isPhone))
    }
  })

  it('have the name above them only if that leaves them their size', () => {
    expect(ownDice({ width: 390, height: 300 }, 6, 2, true)).toEqual({ size: expect.closeTo(37.6, 1), beside: false })
    expect(ownDice({ width: 390, height: 110 }, 6, 2, true)).toEqual({ size: expect.closeTo(37.6, 1), beside: true })
    expect(ownDice({ width: 390, height: 58 }, 6, 2, true)).toEqual({ size: 34, beside: true })
  })
})
