import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import type { Choice, DicePosition, HintDoc, RefusedMessage, TableMessage, StoryEvent, UpdateMessage } from '../../net/wire'
import { TableState } from '../state.svelte'
import { Play } from './play.svelte'

// What a real server said at a table of the Dice Challenge.
const { table, updates, refused, reacted } = recorded as unknown as {
  table: TableMessage
  updates: UpdateMessage[]
  refused: RefusedMessage
  reacted: UpdateMessage
}
const [mine] = updates as [UpdateMessage]
const reroll: Choice = { reroll: true }

let here: TableState
let play: Play<DicePosition>
let moving = $state(false)
let stop: () => void
beforeEach(async () => {
  await load('en')
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  moving = false
  here = new TableState('table', '')
  newest().open()
  newest().say(table)
  stop = $effect.root(() => {
    play = new Play<DicePosition>(here, { moving: () => moving })
  })
  flushSync()
})
afterEach(() => {
  stop()
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const later = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const decisions = (): number => newest().sent.filter((order) => order.do === 'play').length
const lastId = (): number => Number(newest().sent.at(-1)?.id)

describe('a decision at a Challenge', () => {
  it('is made once, however quickly it is asked for again', async () => {
    void play.decide(reroll)
    expect(play.busy).toBe(true)
    void play.decide(reroll)
    newest().say({ ...mine, done: lastId() })
    await later(100)
    void play.decide(reroll) // the second half of a double click
    expect(decisions()).toBe(1)
  })

  it('is accepted as soon as the buttons are no longer busy', async () => {
    void play.decide(reroll)
    newest().say({ ...mine, view: { ...table.view, number: mine.view.number }, done: lastId() })
    await later(0)
    while (play.busy) await later(5)
    void play.decide(reroll)
    expect(decisions()).toBe(2)
  })

  it('is made even while a reaction is unanswered', () => {
    void here.send({ do: 'react', seat: 0, reaction: 'thanks' })
    void play.decide(reroll)
    expect(decisions()).toBe(1)
  })

  it('is not made while pieces are moving', () => {
    moving = true
    void play.decide(reroll)
    expect([play.busy, decisions()]).toEqual([true, 0])
    moving = false
    void play.decide(reroll)
    expect(decisions()).toBe(1)
  })

  it('is pending until the table knows of it', () => {
    void play.decide(reroll)
    expect(play.pending?.choice).toEqual(reroll)
    newest().say(mine) // even before the answer arrives
    expect(play.pending).toBeNull()
  })

  it('is drawn as it was made, whatever is considered since', async () => {
    const told: StoryEvent[] = [['CalledIngenious', { seat: 0, symbol: 'R', why: 'B11' }]]
    const other: StoryEvent[] = [['CalledIngenious', { seat: 0, symbol: 'B', why: 'B11' }]]
    vi.spyOn(here, 'preview').mockResolvedValue(told)
    play.previews.want(reroll)
    await later(0)
    expect(play.drawn(other)).toBe(other)
    void play.decide(reroll, 3)
    expect(play.pending).toMatchObject({ from: 3, story: told })
    expect(play.drawn(other)).toEqual(told)
    newest().say(reacted) // what was asked before is asked again
    expect(play.drawn(other)).toEqual(told)
  })

  it('is forgotten when it is refused, and may be tried again at once', async () => {
    void play.decide(reroll)
    newest().say({ ...refused, id: lastId(), number: undefined })
    await later(0)
    expect([play.pending, play.busy]).toEqual([null, false])
  })

  it('is not made without a choice', async () => {
    expect(await play.decide(null)).toBe(false)
    expect(decisions()).toBe(0)
  })
})

it('numbers suggestions by what they are about', () => {
  const entries = [{ free: 'R' }, { draw: true }, { free: 'G' }]
  here.hints = entries.map((entry) => ({ entry: { seat: 0, ...entry }, chance: 0.5 })) as unknown as HintDoc[]
  expect([...play.marks((entry) => entry.free ?? null)]).toEqual([
    ['R', 1],
    ['G', 3],
  ])
})
