import { expect, it } from 'vitest'
import type { Told } from '../../wire'
import { ruleOf } from './ruling'

const moved = (lost: number, why: string): Told => [
  'PegMoved',
  { seat: 0, symbol: 'R', start: 16, end: 18, lost, why, blockers: '' },
]
const called: Told = ['CalledIngenious', { seat: 0, symbol: 'R' }]

it('has no rule for a move like most of them', () => {
  expect(ruleOf([moved(0, '')], 'classic')).toBeNull()
})

it('tells why points were lost', () => {
  expect(ruleOf([moved(2, 'B10')], 'classic')).toBe('B10')
})

it('prefers what a move brought to what it cost', () => {
  expect(ruleOf([moved(2, 'B10'), called], 'classic')).toBe('B11')
  expect(ruleOf([moved(2, 'F2'), called], 'dice')).toBe('F3')
})

it('prefers the end to everything', () => {
  expect(ruleOf([called, ['Ended', { reason: 'board-full' }]], 'duel')).toBe('E4')
})

it('knows a swap in each game that has one', () => {
  const shown: Told = ['Shown', { seat: 0, pieces: ['RR'] }]
  expect((['classic', 'team', 'duel', 'cards'] as const).map((game) => ruleOf([shown], game))).toEqual([
    'B13',
    'D5',
    'E3',
    'G6',
  ])
})
