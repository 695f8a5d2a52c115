import { expect, it } from 'vitest'
import type { Counted } from '../net/wire'
import { raysOf } from './counted'

it('turns what was counted into rays, in the order of the directions', () => {
  const directions: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ]
  const counted: Counted[] = [
    { seat: 0, symbol: 'R', space: [0, 0], rays: [0, 0, 0, 2, 0, 1], points: 3 },
    { seat: 0, symbol: 'B', space: [1, 0], rays: [0, 0, 0, 0, 0, 0], points: 0 },
  ]
  expect(raysOf(counted, directions)).toEqual([
    {
      colour: 'R',
      from: [0, 0],
      over: [
        [-1, 0],
        [-2, 0],
      ],
    },
    { colour: 'R', from: [0, 0], over: [[1, -1]] },
  ])
})
