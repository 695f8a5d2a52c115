import { expect, it } from 'vitest'
import type { StoryEvent } from '../../net/wire'
import { borderOf, opened } from './areas'
import { litBy } from '../../positions/shown'
import { gainsOf, happened, outcomeOf, total } from './outcome'
import { around, seatBelow } from '../layout/sides'
import { challengeSizes, freeAlone } from '../layout/scoreboards'
import type { View } from '../../net/wire'

const story: StoryEvent[] = [
  ['Played', { seat: 0, card: 'RO' }],
  [
    'Matched',
    {
      seat: 0,
      symbol: 'R',
      by: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
  ['PegMoved', { seat: 0, symbol: 'R', start: 2, end: 4, lost: 0, why: '', blockers: '' }],
  [
    'Matched',
    {
      seat: 0,
      symbol: 'O',
      by: [
        [1, 1],
        [1, 0],
      ],
    },
  ],
  ['PegMoved', { seat: 0, symbol: 'O', start: 9, end: 10, lost: 1, why: 'F2', blockers: 'YG' }],
  ['CalledIngenious', { seat: 0, symbol: 'O', why: 'B11' }],
]

it('sums up what a story does to the pegs', () => {
  const outcome = outcomeOf(story, 0, [2, 9, 3, 3, 4, 4])
  expect(outcome.pegs).toEqual([4, 10, 3, 3, 4, 4])
  expect(gainsOf(outcome)).toEqual([
    { colour: 'R', points: 2, of: 2 },
    { colour: 'O', points: 1, of: 2 },
  ])
  expect(total(outcome)).toBe(3)
  expect(outcome).toMatchObject({ ingenious: ['O'], blockers: 'YG', why: 'F2' })
  expect(outcomeOf(story, 1, [0, 0, 0, 0, 0, 0]).pegs).toEqual([0, 0, 0, 0, 0, 0])
})

it('finds where the pegs were before something happened', () => {
  const twice: StoryEvent[] = [
    ['PegMoved', { seat: 1, symbol: 'R', start: 0, end: 1, lost: 0, why: '', blockers: '' }],
    ['PegMoved', { seat: 1, symbol: 'R', start: 1, end: 3, lost: 0, why: '', blockers: '' }],
  ]
  const outcome = happened(twice, 1, [3, 0, 0, 0, 0, 0])
  expect(outcome.before).toEqual([0, 0, 0, 0, 0, 0])
  expect(gainsOf(outcome)).toEqual([{ colour: 'R', points: 3, of: 3 }])
})

it('highlights what matches', () => {
  expect([...litBy(story)].sort()).toEqual(['0,0,R', '1,0,O', '1,1,O', '1,1,R'])
})

it('knows which area is closed and what opens it', () => {
  const areas: [number, number][] = [
    [0, 0],
    [1, 3],
    [4, 6],
    [7, 10],
  ]
  const border = borderOf({ column: 7, floor: 4, blockers: 'R', why: 'F2' }, areas)
  expect(border).toEqual({ from: 7, to: 10, floor: 4, why: 'F2' })
  expect(border && opened(border, [4, 5, 6, 6, 6, 6])).toBe(true)
  expect(border && opened(border, [3, 5, 6, 6, 6, 6])).toBe(false)
  expect(borderOf({ column: 4, floor: 1, blockers: 'R', why: 'F2' }, areas)?.floor).toBe(1)
  expect(borderOf(null, areas)).toBeNull()
})

it('seats everyone clockwise from the viewer', () => {
  expect(around(2, 4)).toEqual([3, 0, 1])
  const view = { looks: null, yours: [1, 3], turn: { seat: 3, kind: null } } as unknown as View
  expect(seatBelow(view)).toBe(3)
  expect(seatBelow({ ...view, turn: { seat: 0, kind: null } })).toBe(1)
  expect(seatBelow({ ...view, looks: 2 })).toBe(2)
})

it('draws score boards as large as the space allows', () => {
  expect(challengeSizes('wide', 900, 1, true)).toMatchObject({ mine: 'large', others: 'large', note: true })
  expect(challengeSizes('wide', 900, 3, true)).toMatchObject({ mine: 'phone', others: 'small', note: true })
  expect(challengeSizes('wide', 720, 3, true)).toMatchObject({ others: 'line' })
  expect(challengeSizes('wide', 900, 1, false).note).toBe(false)
  expect(challengeSizes('phone', 844, 1, true)).toMatchObject({ mine: 'phone', others: 'line', note: true })
  expect(challengeSizes('phone', 667, 3, true)).toMatchObject({ mine: 'line', note: false })
})

it('has room for words beside the symbols of a free score where the bar is wide', () => {
  expect(freeAlone('wide', 1380, 6)).toBe(true)
  expect(freeAlone('wide', 1440, 6)).toBe(false)
  expect(freeAlone('narrow', 1100, 2)).toBe(false)
  expect(freeAlone('tablet', 820, 4)).toBe(true)
})
