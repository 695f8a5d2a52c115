import { describe, expect, it } from 'vitest'
import { placed } from '../../testing/events'
import type { BoardPosition, Replay, ReplayStep, StoryEvent } from '../net/wire'
import { laidAt, stepIn, stepsOf, turnsOf } from './steps'

const position = (red: number): BoardPosition => ({
  kind: 'board',
  pegs: [[red, 0, 0, 0, 0, 0]],
  ranked_by: [],
  ranks: [1, 1],
  due: 1,
  radius: 5,
  cells: '',
  rays: [],
  spots: '0',
  first_turn: false,
  bonus: false,
  bag: 100,
})
const part = (entry: number | null, red: number, story: StoryEvent[], rack: string[]): ReplayStep => ({
  entry,
  story,
  position: position(red),
  racks: [rack, []],
})
const place = (seat: number, q: number, bonus = false): StoryEvent =>
  placed('RB', {
    seat,
    at: [
      [q, 0],
      [q + 1, 0],
    ],
    bonus,
  })
const began = (seat: number): StoryEvent => ['TurnBegan', { seat, bonus: false }]
const drew = (seat: number): StoryEvent => ['Drew', { seat, count: 1, shown: [] }]
const putBack: StoryEvent = ['PutBack', { seat: 1, pieces: ['RB'] }]

const replay = {
  steps: [
    part(null, 0, [['Dealt', { shown: [] }], began(0)], ['RB']),
    part(0, 1, [place(0, 0)], []),
    part(1, 1, [drew(0), began(1)], ['OO']),
    part(2, 1, [place(1, 2), ['CalledIngenious', { seat: 1, symbol: 'R', why: 'B11' }]], ['OO']),
    part(3, 1, [place(1, 4, true)], ['OO']),
    part(4, 1, [['Shown', { seat: 1, pieces: ['RB'], why: 'B13' }], drew(1), putBack, began(0)], ['OO']),
    part(5, 2, [place(0, -2), ['Ended', { reason: 'board-full', why: 'B15' }]], []),
  ],
} as unknown as Replay

describe('the steps of a game', () => {
  const steps = stepsOf(replay)

  it('end where the next decision has to be made', () => {
    expect(steps.map(({ entries }) => entries)).toEqual([[], [0, 1], [2], [3], [4], [5]])
    expect(steps.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5])
    expect(steps[1]?.held[0]).toEqual(['OO'])
    expect(steps[1]?.story.map(([kind]) => kind)).toEqual(['Placed', 'Drew', 'TurnBegan'])
  })

  it('know who acted, who is next, and what was before', () => {
    expect(steps.map(({ seat }) => seat)).toEqual([null, 0, 1, 1, 1, 0])
    expect(steps.map(({ next }) => next)).toEqual([0, 1, 1, 1, 0, null])
    expect(steps[0]?.before).toBeNull()
    expect(steps[1]?.before?.pegs[0]?.[0]).toBe(0)
    expect(steps[1]?.position.pegs[0]?.[0]).toBe(1)
  })

  it('belong to turns; a bonus and a swap belong to the turn in which they happen', () => {
    expect(turnsOf(steps).map((turn) => turn.map(({ number }) => number))).toEqual([[0], [1], [2, 3, 4], [5]])
    expect(steps.map(({ turn }) => turn)).toEqual([0, 1, 2, 2, 2, 3])
  })

  it('leave their tiles on the board', () => {
    expect(laidAt(steps, 0)).toEqual([])
    expect(laidAt(steps, 3).map(({ at }) => at[0])).toEqual([
      [0, 0],
      [2, 0],
      [4, 0],
    ])
  })
})

describe('the step in a URL', () => {
  it('follows the # or ?step=', () => {
    expect(stepIn('12', new URLSearchParams('step=7'))).toBe(12)
    expect(stepIn('', new URLSearchParams('step=7'))).toBe(7)
    expect(stepIn('B7', new URLSearchParams('step=-1'))).toBe(0)
  })
})
