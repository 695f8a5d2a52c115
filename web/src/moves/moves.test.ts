import { beforeAll, describe, expect, it } from 'vitest'
import { load } from '../i18n/catalogue.svelte'
import type { LogEntry, News, RecordDocument, StoryEvent } from '../net/wire'
import { movesOf } from './moves'
import { botsPlayed } from '../table/chrome/standins'
import { addStories } from './stories'

const record = (game: RecordDocument['game'], log: LogEntry[]): RecordDocument => ({
  format: 'ingenious-record/1',
  game,
  edition: '2023',
  options: {},
  seats: ['Ada', 'Ben'],
  start: 0,
  deal: {},
  log,
  result: null,
})
const played = (number: number, seat: number, entries: LogEntry[], story: StoryEvent[]): News => ({
  event: 'played',
  number,
  at: 0,
  seat,
  stand_in: false,
  entries,
  story,
})
const peg = (seat: number, symbol: 'R' | 'P', start: number, end: number): StoryEvent => [
  'PegMoved',
  { seat, symbol, start, end, lost: 0, why: '', blockers: '' },
]

beforeAll(() => load('en'))

describe('moves', () => {
  it('counts placements, with what each half gained, but not swaps', () => {
    const log: LogEntry[] = [
      {
        seat: 0,
        place: 'GP',
        at: [
          [0, 0],
          [1, 0],
        ],
        gain: [4, 0],
      },
      { seat: 0, draw: 1 },
      { seat: 1, swap: ['RB', 'RP'], draw: 2 },
      {
        seat: 1,
        place: 'RR',
        at: [
          [0, 2],
          [1, 2],
        ],
        gain: [1, 2],
      },
    ]
    const moves = movesOf(record('classic', log), new Map())
    expect(moves.map(({ number, seat, kind, pieces }) => [number, seat, kind, pieces])).toEqual([
      [1, 0, 'place', ['GP']],
      [null, 1, 'swap', ['RB', 'RP']],
      [2, 1, 'place', ['RR']],
    ])
    expect(moves[0]?.gains).toEqual([
      { symbol: 'G', points: 4 },
      { symbol: 'P', points: 0 },
    ])
  })

  it('puts the dice that were used beside what they gained', () => {
    const log: LogEntry[] = [
      { seat: 0, roll: ['B', 'Y', 'P', 'O'] },
      { seat: 0, roll: ['R', 'R', 'R', 'P'] },
      { seat: 0, resolve: [{ wild: [0, 1, 2], as: 'R' }, { match: 3 }] },
      { seat: 1, roll: ['G', 'G', 'G', 'G'] },
    ]
    const story: StoryEvent[] = [
      ['WildScored', { seat: 0, dice: [0, 1, 2], symbol: 'R', points: 2 }],
      peg(0, 'R', 0, 2),
      ['Matched', { seat: 0, symbol: 'P', by: [] }],
    ]
    const [move, ...more] = movesOf(record('dice', log), new Map([[2, story]]))
    expect(more).toEqual([])
    expect(move).toMatchObject({ number: 1, kind: 'dice', pieces: ['R', 'R', 'R', 'P'] })
    expect(move?.gains).toEqual([{ symbol: 'R', points: 2 }])
  })

  it('gathers the tiles of a turn, also where it ended badly', () => {
    const log: LogEntry[] = [
      { seat: 0, refill: ['O'] },
      { seat: 0, draw: 'P' },
      { seat: 0, draw: 'R' },
      { seat: 0, score: true },
      { seat: 1, draw: 'G' },
      { seat: 1, draw: 'G' },
      { seat: 0, refill: ['B'] },
      { seat: 0, free: 'Y' },
      { seat: 1, draw: 'B' },
    ]
    expect(movesOf(record('tiles', log), new Map()).map(({ kind, pieces, gains }) => [kind, pieces, gains])).toEqual([
      ['score', ['P', 'R'], null],
      ['out', ['G', 'G'], []],
      ['free', ['Y'], null],
    ])
  })
})

describe('what a bot played for a person', () => {
  const log: LogEntry[] = [
    { seat: 0, draw: 'P' },
    { seat: 0, draw: 'R' },
    { seat: 0, score: true },
    { seat: 1, draw: 'G' },
    { seat: 1, score: true },
    { seat: 0, draw: 'B' },
    { seat: 0, score: true },
  ]
  const names = ['Ada', 'Ben']
  const bots = (...entries: number[]): string[] =>
    botsPlayed({ ...record('tiles', log), seats: names }, entries, (seat) => names[seat] ?? '')

  it('is marked, also if it made only a part of the move', () => {
    const marked = movesOf(record('tiles', log), new Map(), [1, 6]).map(({ standIn }) => standIn)
    expect(marked).toEqual([true, false, true])
  })

  it('is said in few words', () => {
    expect(bots()).toEqual([])
    expect(bots(2)).toEqual(['A bot played one move for Ada.'])
    expect(bots(2, 4)).toEqual(['A bot played all moves for Ben.', 'A bot played one move for Ada.'])
    expect(bots(5, 6)).toEqual(['A bot played the last move for Ada.'])
    expect(bots(2, 4, 6)).toEqual(['A bot played all moves for Ada and Ben.'])
  })
})

describe('stories', () => {
  const first: LogEntry = { seat: 0, play: 'RP' }
  const second: LogEntry = { seat: 1, play: 'RR' }
  const story: StoryEvent[] = [peg(0, 'R', 0, 1)]

  it('are laid on the log from its end, without what was taken back', () => {
    const gone: LogEntry = { seat: 1, play: 'PP' }
    const news: News[] = [
      played(5, 0, [first, { seat: 0, draw: 1 }], story),
      played(6, 1, [gone, { seat: 1, draw: 1 }], []),
      { event: 'took-back', number: 7, at: 0, seat: 1 },
      played(8, 1, [second, { seat: 1, draw: 1 }], [peg(1, 'P', 0, 1)]),
    ]
    const log: LogEntry[] = [first, { seat: 0, draw: ['RO'] }, second, { seat: 1, draw: ['RG'] }]
    expect([...addStories(new Map(), log, news).keys()].sort()).toEqual([0, 2])
  })

  it('end with the game, and those of a shorter log are forgotten', () => {
    const before = new Map([
      [0, story],
      [2, story],
    ])
    expect([...addStories(before, [first, { seat: 0, draw: 1 }], []).keys()]).toEqual([0])
    expect(addStories(before, [first], [{ event: 'started', number: 9, at: 0 }]).size).toBe(0)
  })
})
