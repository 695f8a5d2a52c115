import { expect, it } from 'vitest'
import { finishedIn } from './facts'

const match = (game: number) => ({ game, points: [], totals: [], ranks: [] })

it('a match has as many games to replay as were finished', () => {
  expect(finishedIn({ phase: 'playing', match: match(1) })).toBe(1)
  expect(finishedIn({ phase: 'between', match: match(1) })).toBe(2)
  expect(finishedIn({ phase: 'over', match: match(1) })).toBe(2) // given up in the second of three
  expect(finishedIn({ phase: 'over' })).toBe(1)
  expect(finishedIn({ phase: 'gathering' })).toBe(0)
})
