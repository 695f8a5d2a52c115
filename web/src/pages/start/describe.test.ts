import { beforeAll, describe, expect, it } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import type { Brief, SeatView, TableEntry } from '../../net/wire'
import { clockOf, keyOfClock, TOTAL_CLOCKS } from './clocks'
import { clockText } from '../../text/table'
import { planLine, planTitle, since, state, title } from './describe'
import { inLists, inOrder, wayOf } from './mine'
import { FIRST, lastOf, planFor, resized } from './plan'

beforeAll(() => load('en'))

const person = (name: string): SeatView => ({ kind: 'open', name, taken: name !== '' })
const bot = (level: number): SeatView => ({ kind: 'bot', name: 'Ben', taken: true, level })

function entry(changes: Partial<Brief> = {}, yours = [0], changed = 0): TableEntry {
  const brief: Brief = {
    games: ['classic'],
    game: 'classic',
    edition: '2023',
    phase: 'playing',
    seats: [person('Ada'), person('Nora')],
    casual: true,
    spectators: true,
    turn: 0,
    moves: 20,
    ...changes,
  }
  return { table: `t${changed}`, number: 1, changed, brief, yours }
}
const result = (...ranks: number[]) => ({ reason: 'board-full' as const, scores: [], ranks })

describe('what Play now opens', () => {
  const friend = (seat: number) => `Player ${seat + 1}`

  it('says who plays', () => {
    expect(planLine(FIRST)).toBe('Two players, against a level 3 bot')
    expect(planLine(lastOf(planFor('duel', 2, null), friend))).toBe('Two players, against a level 3 bot')
    expect(planLine(lastOf(planFor('team', 4, null), friend))).toBe('Four players, with 3 level 3 bots')
    expect(planLine(lastOf(planFor('solo', 1, null), friend))).toBe('One player')
    const match = lastOf(planFor('match', 2, null, ['cards', 'dice', 'tiles']), friend)
    expect(planLine(match)).toBe('Match of 3 challenges, two players, against a level 3 bot')
  })

  it('is called by the game', () => {
    expect(planTitle(FIRST)).toBe('Play Ingenious')
    expect(planTitle(lastOf(planFor('tiles', 2, null), friend))).toBe('Tile Challenge')
    expect(planTitle(lastOf(planFor('match', 2, null, ['cards', 'dice']), friend))).toBe('Match')
  })

  it('tells levels apart, and names friends', () => {
    const plan = planFor('classic', 2, null)
    plan.chairs = resized(plan.chairs, 4)
    plan.chairs[1] = { who: 'friend', level: 3, name: 'Ben' }
    plan.chairs[2] = { who: 'bot', level: 5, name: '' }
    expect(planLine(lastOf(plan, friend))).toBe('Four players, on this device with Ben, against bots at levels 3 and 5')
  })
})

describe('one of my tables', () => {
  it('is called by who else plays', () => {
    expect(title(entry())).toBe('Ingenious against Nora')
    expect(title(entry({ seats: [person('Ada'), bot(3)] }))).toBe('Ingenious against Ben')
    const three = [person('Ada'), bot(1), bot(2)]
    expect(title(entry({ games: ['cards'], seats: three }))).toBe('Card Challenge, three players')
    expect(title(entry({ games: ['cards', 'dice'] }))).toBe('Match against Nora')
    const free = [person('Ada'), person('')]
    expect(title(entry({ phase: 'gathering', turn: null, seats: free }))).toBe('Ingenious, two players')
    expect(title(entry({ games: ['solo'], seats: [person('Ada')] }))).toBe('Solo')
  })

  it('tells games with the same title apart by their time', () => {
    const now = new Date(2026, 10, 19, 18, 0)
    const at = (...time: [number, number, number]): number => new Date(2026, 10, ...time).getTime()
    const [early, late, before] = [at(19, 9, 5), at(19, 14, 30), at(3, 9, 5)].map((changed) => entry({}, [0], changed))
    expect(since(early!, [early!, late!], now)).toMatch(/^0?9:05/)
    expect(since(late!, [early!, late!], now)).toMatch(/^(14|2):30/)
    expect(since(before!, [early!, before!], now)).toMatch(/^(3 Nov|Nov 3)$/)
    expect(since(early!, [early!, entry({ games: ['cards'] })], now)).toBe('')
  })

  it('says how far it is', () => {
    expect(state(entry())).toBe('Your turn · 20 moves')
    expect(state(entry({ turn: 1, moves: 1 }))).toBe('Nora’s turn · one move')
    expect(state(entry({}, [0, 1]))).toBe('Ada’s turn · 20 moves')
    const seats = [person('Ada'), person('')]
    expect(state(entry({ phase: 'gathering', turn: null, seats }))).toBe('One seat is still free')
    expect(state(entry({ phase: 'between', turn: null }))).toBe('The next challenge can begin')
  })

  it('says who won', () => {
    const over = { phase: 'over' as const, turn: null }
    expect(state(entry({ ...over, result: result(1, 2) }))).toBe('You won')
    expect(state(entry({ ...over, result: result(1, 1) }))).toBe('You share first place')
    expect(state(entry({ ...over, result: result(2, 1) }))).toBe('Nora won')
    const team = { game: 'team' as const, games: ['team' as const], seats: [person('Ada'), bot(1), bot(2), bot(1)] }
    expect(state(entry({ ...over, ...team, result: result(1, 2, 1, 2) }))).toBe('You won')
    expect(state(entry({ ...over, games: ['cards', 'dice'], result: result(2, 1) }))).toBe('Finished')
  })
})

describe('a list', () => {
  const mine = entry({}, [0], 1)
  const theirs = entry({ turn: 1 }, [0], 5)
  const over = entry({ phase: 'over', turn: null, result: result(1, 2) }, [0], 9)
  const closed = entry({ phase: 'over', turn: null }, [0], 10)

  it('of mine begins where I am to act, and leaves out what was closed', () => {
    expect(inOrder([closed, over, theirs, mine])).toEqual([mine, theirs, over])
    expect([mine, theirs, over].map((one) => wayOf(one).key)).toEqual(['mine.resume', 'mine.watch', 'mine.replay'])
    expect(wayOf(over).href).toBe('/replay/t9')
  })

  it('of all has the tables that a guest may join or watch', () => {
    const free = entry({ phase: 'gathering', turn: null, seats: [person('Ada'), person('')] }, [], 2)
    const full = entry({ phase: 'gathering', turn: null }, [], 3)
    const secret = entry({ spectators: false }, [], 4)
    expect(inLists([free, full, secret, theirs, over])).toEqual({ free: [free], played: [theirs] })
  })
})

describe('a clock', () => {
  it('is described in words', () => {
    expect(clockText(undefined)).toBe('No clock')
    expect(clockText({ kind: 'move', seconds: 60, increment: 0 })).toBe('1\u00a0minute per move')
    expect(clockText({ kind: 'total', seconds: 600, increment: 10 })).toBe('10\u00a0min + 10\u00a0sec per move')
  })

  it('is found by its key, also one that was set elsewhere', () => {
    const odd = { kind: 'move' as const, seconds: 77, increment: 0 }
    expect(clockOf(keyOfClock(odd), odd)).toBe(odd)
    const some = TOTAL_CLOCKS[1]
    expect(some && clockOf(keyOfClock(some), odd)).toBe(some)
  })
})
