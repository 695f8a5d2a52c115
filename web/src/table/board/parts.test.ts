import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../net/http'
import type { StoryEvent, View } from '../../net/wire'
import { step } from './cursor'
import { boardSizes } from '../layout/scoreboards'
import { Foresight, outlookOf } from './outlook.svelte'
import { arrange, lying } from './racks'
import { boardOf } from '../../../testing/ground'
import { beforeStory, movedPegs } from '../layout/sides'

const moved = (seat: number, symbol: 'R' | 'B', start: number, end: number, lost = 0): StoryEvent => [
  'PegMoved',
  { seat, symbol, start, end, lost, why: '', blockers: '' },
]

describe('the rack', () => {
  it('keeps tiles in place, and fills empty places', () => {
    const first = arrange([], ['RB', 'GG', 'YP', 'RO', 'BP', 'OO'])
    const placed = arrange(first, ['RB', 'YP', 'RO', 'BP', 'OO'])
    expect(placed).toEqual(['RB', null, 'YP', 'RO', 'BP', 'OO'])
    expect(arrange(placed, ['BB', 'BP', 'OO', 'RB', 'RO', 'YP'])).toEqual(['RB', 'BB', 'YP', 'RO', 'BP', 'OO'])
  })

  it('tells equal tiles apart by their places', () => {
    expect(arrange(['GG', 'GG', 'RB'], ['GG', 'RB'], 3)).toEqual(['GG', null, 'RB'])
    expect(arrange(['GG', 'GG', 'RB'], ['GG', 'RB'], 3, 0)).toEqual([null, 'GG', 'RB'])
    expect(arrange(['GG', 'GG', 'RB'], ['GG', 'RB', 'YY'], 3, 0)).toEqual(['YY', 'GG', 'RB'])
    expect(arrange(['GG', 'GG', 'RB'], ['RB', 'GG', 'GG'], 3, 0)).toEqual(['GG', 'GG', 'RB']) // or it came back
  })
})

it('finds as many equal tiles as are named', () => {
  expect([...lying(['GG', null, 'RB', 'GG', 'GG'], ['GG', 'GG'])]).toEqual([0, 3])
  expect([...lying(['GG', 'RB'], ['PP'])]).toEqual([])
})

describe('the cursor', () => {
  const { spaces } = boardOf(3)
  it('moves along rows and stays on the board', () => {
    expect(step(spaces, [0, 0], 'ArrowRight', 0)).toEqual([1, 0])
    expect(step(spaces, [3, 0], 'ArrowRight', 0)).toBeNull()
    expect(step(spaces, [0, 0], 'Home', 0)).toEqual([-3, 0])
  })
  it('returns the same way', () => {
    const up = step(spaces, [0, 0], 'ArrowUp', 0)
    const again = up && step(spaces, up, 'ArrowUp', 0)
    expect(again).toEqual([1, -2])
    const down = again && step(spaces, again, 'ArrowDown', 0)
    expect(down && step(spaces, down, 'ArrowDown', 0)).toEqual([0, 0])
    expect(step(spaces, [0, -3], 'ArrowUp', 0)).toBeNull()
  })
})

describe('the preview of a tile', () => {
  it('adds up both halves', () => {
    const story = [moved(0, 'R', 15, 18, 1), moved(0, 'B', 2, 5), ['CalledIngenious', { seat: 0, symbol: 'R', why: 'B11' }]] as StoryEvent[]
    expect(outlookOf(story, [15, 0, 0, 0, 2, 0])).toEqual({
      next: [18, 0, 0, 0, 5, 0],
      lost: [1, 0, 0, 0, 0, 0],
      called: ['R'],
      tokens: [],
      story,
    })
  })

  it('is shown only for the latest question', async () => {
    vi.useFakeTimers()
    const ask = vi.fn((choice: { place?: string }) => Promise.resolve([moved(0, 'R', 0, choice.place === 'RB' ? 1 : 2)]))
    const one = new Foresight(ask)
    const held = (tile: string) => ({
      tile,
      at: [
        [0, 0],
        [1, 0],
      ] as const,
      bad: false,
    })
    one.want(held('RB'), [0, 0, 0, 0, 0, 0], false)
    one.want(held('RG'), [0, 0, 0, 0, 0, 0], false)
    await vi.runAllTimersAsync()
    expect(ask).toHaveBeenCalledOnce()
    expect(one.of(held('RG'))?.next[0]).toBe(2)
    one.want(null, [], false)
    expect(one.of(held('RG'))).toBeNull()
    vi.useRealTimers()
  })

  it('is never shown for a tile that has moved since, nor for the other order', async () => {
    vi.useFakeTimers()
    const one = new Foresight(({ at }) => Promise.resolve([moved(0, 'R', 0, (at?.[0][0] ?? 0) + 1)]))
    const over = (q: number) => ({
      tile: 'RR',
      at: [
        [q, 0],
        [q + 1, 0],
      ] as const,
      bad: false,
    })
    one.want(over(0), [0, 0, 0, 0, 0, 0], true)
    await vi.runAllTimersAsync()
    expect([one.of(over(0))?.next[0], one.of(over(0), true)?.next[0]]).toEqual([1, 2])
    expect([one.of(over(1)), one.of(over(1), true)]).toEqual([null, null]) // dropped there before the preview was requested
    vi.useRealTimers()
  })

  it('names the rule that forbids a placement', async () => {
    vi.useFakeTimers()
    const one = new Foresight(() => Promise.reject(new Refusal(409, { code: 'rule', error: 'no', rule: 'B7' })))
    const held = {
      tile: 'RB',
      at: [
        [0, 0],
        [1, 0],
      ] as const,
      bad: true,
    }
    one.want(held, [], false)
    await vi.runAllTimersAsync()
    expect(one.rule(held)).toBe('B7')
    expect(one.rule({ ...held, tile: 'RG' })).toBeNull()
    vi.useRealTimers()
  })
})

describe('the previous pegs', () => {
  it('come from the first move of each peg, mirrored for the other side of a duel', () => {
    const story = [moved(1, 'R', 2, 5), moved(1, 'R', 5, 6)]
    expect(beforeStory(story, [1], [6, 0, 0, 0, 0, 0])).toEqual([2, 0, 0, 0, 0, 0])
    expect(beforeStory(story, [0], [6, 0, 0, 0, 0, 0])).toBeNull()
    expect(beforeStory(story, [0], [-6, 0, 0, 0, 0, 0], true)).toEqual([-2, 0, 0, 0, 0, 0])
  })
})

describe('the moves of the pegs when a tile is placed', () => {
  it('are the same for all seats of a side', () => {
    const view = {
      looks: 1,
      yours: [1],
      shared: {
        rules: {
          sides: [
            [0, 2],
            [1, 3],
          ],
        },
      },
    } as unknown as View
    const pegs = [[1], [2], [1], [2]]
    expect(movedPegs(view, pegs, [5])).toEqual([[1], [5], [1], [5]])
    expect(movedPegs({ ...view, looks: null, yours: [] }, pegs, [5])).toEqual(pegs)
  })
})

describe('the sizes of score boards', () => {
  const SIZES = [
    ['wide', 720],
    ['wide', 900],
    ['wide', 1080],
    ['narrow', 768],
  ] as const
  it.each(SIZES)('fit beside the board: %s, %i high', (kind, height) => {
    for (const [count, laps] of [
      [1, true],
      [2, false],
      [2, true],
      [3, false],
      [4, false],
    ] as const) {
      const sizes = boardSizes(kind, height, count, laps)
      const foot = laps ? 40 : 24
      const mine = 55 + foot + 6 * sizes.mineRow
      const others = count - 1
      const each = { large: 55 + foot + 6 * sizes.othersRow, small: 43 + 6 * sizes.othersRow, line: sizes.line }[sizes.others]
      const gaps = sizes.others === 'line' ? 22 : 12 * others
      expect(mine + others * each + gaps).toBeLessThanOrEqual(height - 64 - (kind === 'wide' ? 24 : 16))
    }
  })
  it('shows opponents as lines on a phone', () => {
    expect(boardSizes('phone', 844, 4, false)).toMatchObject({ others: 'line', mine: 'phone' })
    expect(boardSizes('phone', 640, 2, false).mine).toBe('line')
  })
  it('leaves room for the board on a phone when the result of several players is shown', () => {
    const ended = (height: number, told: boolean) => boardSizes('phone', height, 4, false, false, false, told).mine
    expect([ended(740, true), ended(844, true), ended(932, true), ended(740, false)]).toEqual(['line', 'line', 'phone', 'phone'])
  })
  it('makes the opponents’ lines together as high as the player’s own board beside them', () => {
    for (const count of [3, 4]) {
      const { line, mineRow } = boardSizes('tablet', 1180, count, false)
      expect(line * (count - 1) + 10).toBeCloseTo(79 + 6 * mineRow)
    }
  })
})
