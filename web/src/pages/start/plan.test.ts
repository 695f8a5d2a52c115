import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../../net/wire'
import { challengesIn, FIRST, lastOf, type Plan, planFor, planOf, playersOf, request, reseated, resized } from './plan'

const INFOS: GameInfo[] = [
  { name: 'classic', players: [2, 3, 4], editions: ['2023', '2004'], levels: [1, 2, 3, 4, 5], in_match: 0 },
  { name: 'cards', players: [2, 3, 4], editions: ['2010'], levels: [1, 2, 3, 4, 5], in_match: 12 },
  { name: 'dice', players: [2, 3, 4], editions: ['2010'], levels: [1, 2, 3, 4, 5], in_match: 12 },
  { name: 'tiles', players: [2, 3], editions: ['2010'], levels: [1, 2, 3, 4, 5], in_match: 12 },
]
const friend = (seat: number) => `Player ${seat + 1}`
const me = { who: 'me', level: 3, name: '' } as const
const ben = (name: string) => ({ who: 'friend', level: 3, name }) as const
const plan = (changes: Partial<Plan> = {}): Plan => ({ ...planFor('classic', 2, null), ...changes })

describe('a plan', () => {
  it('starts with one player against a bot', () => {
    expect(request(FIRST, 'Ada', friend)).toEqual({
      settings: {
        games: ['classic'],
        seats: [
          { kind: 'open', level: 3, program: '' },
          { kind: 'bot', level: 3, program: '' },
        ],
        edition: null,
        options: {},
        start: null,
        starts: 'rotate',
        clock: { kind: 'none', seconds: 0, increment: 0 },
        talk: false,
        spectators: true,
        listed: false,
        casual: true,
      },
      sit: [0],
      names: ['Ada'],
      begin: true,
    })
  })

  it('repeats the last plan for the same game', () => {
    const last = lastOf(plan({ chairs: resized(plan().chairs, 4), edition: '2004' }), friend)
    expect(planFor('classic', 2, last).chairs).toHaveLength(4)
    expect(planFor('classic', 2, last).edition).toBe('2004')
  })

  it('keeps the level of the last bots for another game', () => {
    const last = lastOf(plan({ chairs: [me, { who: 'bot', level: 5, name: '' }] }), friend)
    const duel = planFor('duel', 2, last)
    expect(duel.game).toBe('duel')
    expect(duel.chairs[1]).toMatchObject({ who: 'bot', level: 5 })
  })

  it('of a match allows the numbers of players that all its challenges allow', () => {
    expect(playersOf('classic', INFOS)).toEqual([2, 3, 4])
    expect(playersOf('match', INFOS)).toEqual([2, 3])
    expect(planFor('match', 2, null, challengesIn(INFOS)).games).toEqual(['cards', 'dice', 'tiles'])
  })
})

describe('the seats', () => {
  it('are filled up with bots, and the last ones are removed', () => {
    const chairs = resized(plan().chairs, 4)
    expect(chairs.map((chair) => chair.who)).toEqual(['me', 'bot', 'bot', 'bot'])
    expect(resized(chairs, 2)).toEqual(plan().chairs)
  })

  it('have the user only once', () => {
    const moved = reseated(plan().chairs, 1, 'me')
    expect(moved.map((chair) => chair.who)).toEqual(['bot', 'me'])
  })
})

describe('what the server is asked for', () => {
  it('waits for players who join online, and is listed only then', () => {
    const open = plan({ chairs: reseated(plan().chairs, 1, 'online'), listed: true })
    expect(request(lastOf(open, friend), 'Ada', friend)).toMatchObject({ begin: false, sit: [0], settings: { listed: true } })
    expect(lastOf(plan({ listed: true }), friend).settings.listed).toBe(false)
  })

  it('has the names of the players who share a screen, and the current name of the user', () => {
    const shared = plan({ chairs: [ben(' Ben '), me, ben('')] })
    const last = lastOf(shared, friend)
    expect(last.names).toEqual(['Ben', '', 'Player 3'])
    expect(request(last, 'Ada', friend)).toMatchObject({ sit: [0, 1, 2], names: ['Ben', 'Ada', 'Player 3'], begin: true })
  })

  it('numbers a user without a name like the others at their screen', () => {
    const shared = lastOf(plan({ chairs: [me, ben('')] }), friend)
    expect(request(shared, 'Guest', friend).names).toEqual(['Player 1', 'Player 2'])
    expect(request(FIRST, 'Guest', friend).names).toEqual(['Guest'])
  })

  it('has only the options of its game', () => {
    expect(lastOf(plan({ game: 'dice', openingRoll: false }), friend).settings.options).toEqual({ opening_roll: false })
    const match = plan({ game: 'match', games: ['dice', 'cards'], openingRoll: false })
    expect(lastOf(match, friend).settings.options).toEqual({ opening_roll: false })
    expect(lastOf({ ...match, games: ['cards', 'tiles'] }, friend).settings.options).toEqual({})
    expect(lastOf({ ...match, starts: 'same' }, friend).settings.starts).toBe('same')
    expect(lastOf(plan({ starts: 'drawn' }), friend).settings.starts).toBe('rotate')
    expect(lastOf(plan({ talk: true }), friend).settings.talk).toBe(false)
    expect(lastOf(plan({ game: 'team', talk: true }), friend).settings.talk).toBe(true)
  })

  it('forgets a starting seat that no longer exists', () => {
    expect(lastOf(plan({ start: 3 }), friend).settings.start).toBeNull()
    expect(lastOf(plan({ start: 1 }), friend).settings.start).toBe(1)
  })

  it('can be restored from what was stored', () => {
    const match: Plan = { ...planFor('match', 3, null, challengesIn(INFOS)), starts: 'drawn', openingRoll: false }
    expect(planOf(lastOf(match, friend))).toEqual(match)
    const shared = plan({ chairs: [me, ben('Ben')], casual: false })
    expect(planOf(lastOf(shared, friend))).toEqual(shared)
  })
})
