import { expect, it } from 'vitest'
import type { StoryEvent } from '../../net/wire'
import { ruleOf } from '../../text/story'

const moved = (lost: number, why: string): StoryEvent => ['PegMoved', { seat: 0, symbol: 'R', start: 16, end: 18, lost, why, blockers: '' }]
const called: StoryEvent = ['CalledIngenious', { seat: 0, symbol: 'R', why: 'E2' }]

it('has no rule for a move like most of them', () => {
  expect(ruleOf([moved(0, '')])).toBeNull()
})

it('tells why points were lost', () => {
  expect(ruleOf([moved(2, 'B10'), ['TurnBegan', { seat: 1, bonus: false }]])).toBe('B10')
  expect(ruleOf([moved(2, 'B10'), ['Shown', { seat: 0, pieces: ['RR'], why: 'B13' }]])).toBe('B10')
})

it('tells it of one colour, though another lost nothing', () => {
  expect(ruleOf([moved(2, 'B10'), moved(0, '')])).toBe('B10')
})

it('prefers what a move brought to what it cost', () => {
  expect(ruleOf([moved(2, 'E1'), called])).toBe('E2')
})

it('prefers the end to everything', () => {
  expect(ruleOf([called, ['Ended', { reason: 'board-full', why: 'E4' }]])).toBe('E4')
})
