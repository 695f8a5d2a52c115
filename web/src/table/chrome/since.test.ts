import { expect, it } from 'vitest'
import type { LogEntry, RecordDocument, StoryEvent } from '../../net/wire'
import { movesOf } from '../../moves/moves'
import type { Stories } from '../../moves/stories'
import { gained, movesSince, ofSeats } from './since'

const place = (seat: number, tile: string, gain: [number, number]): LogEntry => ({
  seat,
  place: tile,
  at: [
    [0, 0],
    [1, 0],
  ],
  gain,
})
const moves = (log: LogEntry[]) => movesOf({ game: 'classic', log } as unknown as RecordDocument, new Map())

const log: LogEntry[] = [
  place(0, 'RB', [1, 2]),
  place(1, 'GG', [1, 2]),
  place(2, 'YP', [0, 3]),
  { seat: 2, swap: ['RR'], draw: 1 },
  place(2, 'YO', [2, 0]),
]

it('counts what the others did since the viewer’s turn, a bonus turn as one more', () => {
  const found = movesSince(moves(log), 0)
  expect(found.map(({ n, newest, move }) => [n, move.seat, move.pieces[0], newest])).toEqual([
    [1, 1, 'GG', false],
    [2, 2, 'YP', false],
    [3, 2, 'YO', true],
  ])
  expect(gained(ofSeats(found, [2]), new Map())).toEqual([0, 0, 2, 0, 0, 3])
  expect(gained(ofSeats(found, [1]), new Map())).toEqual([0, 0, 0, 3, 0, 0])
  expect(gained([], new Map())).toBeNull()
})

it('is nothing after the viewer’s move, and everything before their first', () => {
  expect(movesSince(moves(log), 2)).toEqual([])
  expect(movesSince(moves(log), 3)).toHaveLength(4)
})

it('leaves out the points that were lost', () => {
  const moved = (symbol: 'Y' | 'P', start: number, end: number, lost: number): StoryEvent => [
    'PegMoved',
    { seat: 1, symbol, start, end, lost, why: '', blockers: '' },
  ]
  const dice = movesOf({ game: 'dice', log: [{ seat: 1, resolve: [] }] } as unknown as RecordDocument, new Map())
  const stories: Stories = new Map([[0, [moved('Y', 6, 6, 1), moved('P', 1, 2, 0)]]])
  const since = movesSince(dice, 0)
  expect(gained(since, stories)).toEqual([0, 0, 0, 0, 0, 1])
  expect(gained(since, new Map([[0, [moved('Y', 6, 6, 1)]]]))).toBeNull()
})
