import { flushSync } from 'svelte'
import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withAudio, withVibration } from '../../../testing/audio'
import { placed } from '../../../testing/events'
import { FakeSocket, newest } from '../../../testing/socket'
import { type ViewFields, withView } from '../../../testing/view'
import { choose } from '../../app/prefs.svelte'
import type { News, ResultDoc, StoryEvent, TableMessage, UpdateMessage, Verdict } from '../../net/wire'
import recorded from '../../text/recorded.json'
import { TableState } from '../state.svelte'
import Celebration from './Celebration.svelte'
import { CELEBRATION_MS, Effects } from './effects.svelte'

// What a real server said at a table of the Dice Challenge: Ada scores her dice, then a bot does.
const { table, updates } = recorded as unknown as { table: TableMessage; updates: [UpdateMessage, UpdateMessage] }
const [mine, others] = updates
const called: StoryEvent[] = [
  ['Matched', { seat: 0, symbol: 'R', by: [[1, 0]] }],
  ['CalledIngenious', { seat: 0, symbol: 'R', why: 'F4' }],
]

let here: TableState
let effects: Effects
let heard: () => string[]
let stop: () => void
let number = 100

function start(isCalm = false): ReturnType<typeof withVibration> {
  const vibrated = withVibration(isCalm)
  here = new TableState('table', '')
  stop = $effect.root(() => {
    effects = new Effects(here)
  })
  newest().open()
  return vibrated
}
function say(message: TableMessage | UpdateMessage): void {
  newest().say(message)
  flushSync()
}
/** A decision of a seat, and whose turn it is then. */
function decided(seat: number, story: StoryEvent[], view: ViewFields = {}, record: object = {}): void {
  number += 1
  const news: News[] = [{ event: 'played', number, at: 0, seat, stand_in: false, story }]
  const update = { ...mine, news, view: withView(mine.view, { number, turn: { seat: 1, kind: null }, ...view }) }
  say({ ...update, ...record } as UpdateMessage)
}
const sides = (ranks: number[]) =>
  ranks.map((rank, seat) => ({ seats: [seat], rank, pegs: [['R', 3]], short: [] })) as unknown as Verdict['sides']
/** The game is over; the ranks of Ada and the bot. */
function ended(ranks: [number, number], story: StoryEvent[] = []): void {
  const verdict = { by: 'lowest', sides: sides(ranks).sort((a, b) => a.rank - b.rank), differences: [] } as unknown as Verdict
  const result = { ranks, reason: 'goal' } as unknown as ResultDoc
  decided(1, story, { phase: 'over', turn: null, verdict }, { record: { ...table.record, result } })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  ;({ heard } = withAudio())
})
afterEach(() => {
  cleanup()
  stop()
  here.end()
  choose({ sound: true, calm: false })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('at a table', () => {
  it('nothing is heard of what happened before', () => {
    start()
    say({ ...table, news: mine.news })
    expect(heard()).toEqual([])
  })

  it('each move is heard when it is shown, and then that it is your turn', async () => {
    const vibrated = start()
    say(table)
    say(mine)
    say(others)
    expect(heard()).toEqual(['line', 'line', 'dice'])
    expect(vibrated).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(900)
    flushSync()
    expect(heard()).toEqual(['line', 'line', 'dice', 'turn'])
    expect(vibrated).toHaveBeenCalledOnce()
  })

  it('your own decision is heard at once, and only once', async () => {
    const vibrated = start()
    say(table)
    void here.decision.make({ reroll: true })
    flushSync()
    expect(heard()).toEqual(['dice'])
    decided(0, [['Rolled', { seat: 0, dice: 'RRGB', roll: 2 }]], { turn: { seat: 0, kind: 'use' } })
    expect(heard()).toEqual([])
    expect(vibrated).not.toHaveBeenCalled()
  })

  it('a placed tile is felt', () => {
    const vibrated = start()
    say(table)
    void here.decision.make({
      place: 'RG',
      at: [
        [0, 0],
        [1, 0],
      ],
    })
    flushSync()
    expect(heard()).toEqual(['place'])
    expect(vibrated).toHaveBeenCalledOnce()
  })

  it('a bonus placement is heard after what earned it', () => {
    start()
    say(table)
    decided(0, called, { turn: { seat: 0, kind: 'place' } })
    expect(heard()).toEqual(['line', 'ingenious', 'bonus'])
    decided(0, [...called, ['TurnBegan', { seat: 0, bonus: false }]], { turn: { seat: 0, kind: 'place' } })
    expect(heard()).toEqual(['line', 'ingenious'])
  })

  it('the last ten seconds of your own clock are heard', async () => {
    start()
    const clock = { kind: 'move', seconds: 60, increment: 0 } as const
    const timed = { ...table, settings: { ...table.settings, clock }, now: Date.now() }
    say({ ...timed, view: withView(table.view, { deadline: Date.now() + 12_000 }) })
    await vi.advanceTimersByTimeAsync(1500)
    flushSync()
    expect(heard()).toEqual([])
    await vi.advanceTimersByTimeAsync(11_000)
    flushSync()
    expect(heard()).toEqual(Array(10).fill('tick'))
  })

  it('the clock of another player is not', async () => {
    start()
    const clock = { kind: 'move', seconds: 60, increment: 0 } as const
    const view = withView(table.view, { deadline: Date.now() + 5000, turn: { seat: 1, kind: null } })
    say({ ...table, settings: { ...table.settings, clock }, now: Date.now(), view })
    await vi.advanceTimersByTimeAsync(6000)
    flushSync()
    expect(heard()).toEqual([])
  })

  it.each<[string, [number, number]]>([
    ['win', [1, 2]],
    ['loss', [2, 1]],
    ['level', [1, 1]],
  ])('a %s is heard', (sound, ranks) => {
    start()
    say(table)
    ended(ranks)
    expect(heard()).toEqual([sound])
  })

  it('nothing is heard if sounds are off', () => {
    start()
    choose({ sound: false })
    say(table)
    say(mine)
    ended([1, 2])
    expect(heard()).toEqual([])
  })
})

describe('a celebration', () => {
  const celebrated = async (after: number): Promise<readonly string[] | null> => {
    await vi.advanceTimersByTimeAsync(after)
    return effects.celebration?.colours ?? null
  }

  it('of "Ingenious!" has its colour, begins with its sound and is gone in time', async () => {
    start()
    say(table)
    decided(0, called)
    expect(effects.celebration).toBeNull()
    expect(await celebrated(250)).toEqual(['R'])
    expect(await celebrated(CELEBRATION_MS)).toBeNull()
    expect(CELEBRATION_MS).toBeLessThanOrEqual(1500)
  })

  it.each([null, called])('is the same whether the page knew before what the decision does: %j', async (story) => {
    start()
    say(table)
    void here.decision.make(
      {
        place: 'RG',
        at: [
          [0, 0],
          [1, 0],
        ],
      },
      0,
      story,
    )
    flushSync()
    decided(0, story ?? [placed('RG'), ...called])
    expect(await celebrated(500)).toEqual(['R'])
    expect(await celebrated(CELEBRATION_MS)).toBeNull()
    expect(await celebrated(2000)).toBeNull()
  })

  it('of a win has all colours, and a loss has none', async () => {
    start()
    say(table)
    ended([1, 2])
    expect(await celebrated(300)).toHaveLength(6)
    stop()
    here.end()
    start()
    say(table)
    ended([2, 1])
    expect(await celebrated(300)).toBeNull()
  })

  it('is not for the call of an opponent', async () => {
    start()
    say(table)
    decided(
      1,
      called.map(([kind, event]) => [kind, { ...event, seat: 1 }] as StoryEvent),
    )
    expect(await celebrated(300)).toBeNull()
  })

  it.each(['system', 'settings'])('and vibration are left out with less motion by the %s', async (by) => {
    const vibrated = start(by === 'system')
    if (by === 'settings') choose({ calm: true })
    say(table)
    decided(0, called, { turn: { seat: 1, kind: null } })
    expect(await celebrated(300)).toBeNull()
    decided(1, [], { turn: { seat: 0, kind: 'use' } })
    expect(vibrated).not.toHaveBeenCalled()
    expect(heard()).toContain('ingenious')
  })

  it('is only a picture', () => {
    start()
    const { getByTestId } = render(Celebration, { colours: ['R', 'G'], isWin: false })
    const shown = getByTestId('celebration')
    expect(shown.getAttribute('aria-hidden')).toBe('true')
    expect(shown.querySelectorAll('svg')).toHaveLength(12)
    expect(shown.querySelectorAll('[href="#sym-R"], [href="#sym-G"]')).toHaveLength(12)
  })
})
