import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { load } from '../../lib/words.svelte'
import type { Choice, Hint, Told, View } from '../../wire'
import type { TableState } from '../state.svelte'

const draw: Choice = { draw: true }

/** A table of which one answers the decisions oneself. */
class Table {
  view = $state.raw({
    ...{ number: 1, phase: 'playing', looks: 0, yours: [0], turn: { seat: 0, kind: 'draw-or-score' }, seats: [{}, {}] },
    ...{ rules: { areas: [] }, position: { kind: 'tiles', pegs: [[1, 2, 3, 4, 5, 6], []] } },
  } as unknown as View)
  record = $state.raw({ log: [{}] })
  story: Told[] = []
  lastStory: Told[] = []
  lastStories: Told[][] = []
  lastSeat = null
  hints: Hint[] = []
  sending = false
  acting = true
  announcement = ''
  answer: (made: boolean) => void = () => {}
  decide = vi.fn((_: Choice) => new Promise<boolean>((resolve) => (this.answer = resolve)))
  skip(): void {}
}

let here: Table
vi.mock('../state.svelte', () => ({ table: () => here as unknown as TableState }))
const { Play } = await import('./play.svelte')

let play: InstanceType<typeof Play>
let stop: () => void
beforeEach(async () => {
  await load('en')
  vi.useFakeTimers()
  here = new Table()
  stop = $effect.root(() => {
    play = new Play()
  })
  flushSync()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const later = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('a decision at a Challenge', () => {
  it('is made once, however quickly it is asked for again', async () => {
    void play.decide(draw)
    void play.decide(draw)
    here.answer(true)
    await later(100)
    void play.decide(draw) // the second half of a double click
    expect(here.decide).toHaveBeenCalledTimes(1)
    await later(250)
    void play.decide(draw)
    expect(here.decide).toHaveBeenCalledTimes(2)
  })

  it('is on its way until the table knows of it', async () => {
    void play.decide(draw)
    expect(play.pending).toEqual(draw)
    here.record = { log: [{}, {}] }
    flushSync()
    expect(play.pending).toBeNull() // even before the answer is heard
    here.answer(true)
    await later(400)
    expect(play.busy).toBe(false)
  })

  it('is forgotten when it is refused', async () => {
    void play.decide(draw)
    here.answer(false)
    await later(0)
    expect(play.pending).toBeNull()
  })

  it('is none without a choice', async () => {
    expect(await play.decide(null)).toBe(false)
    expect(here.decide).not.toHaveBeenCalled()
  })
})

it('numbers suggestions by what they are about', () => {
  const entries = [{ free: 'R' }, { draw: true }, { free: 'G' }]
  here.hints = entries.map((entry) => ({ entry: { seat: 0, ...entry }, chance: 0.5 })) as unknown as Hint[]
  expect([...play.marks((entry) => ('free' in entry ? entry.free : null))]).toEqual([['R', 1], ['G', 3]])
})
