import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../lib/recorded.json'
import { FakeSocket, newest } from '../../lib/sockets'
import { load } from '../../lib/words.svelte'
import { type ViewFields, withView } from '../../testing/view'
import type { SeatView, SeenTable, TableMessage, View } from '../../wire'
import { TableState } from '../state.svelte'
import { Rematch } from './rematch.svelte'

const table = recorded.table as unknown as TableMessage
const seats: SeatView[] = ['Ada', 'Ben'].map((name) => ({ kind: 'open', name, taken: true }))

let here: TableState
let rematch: Rematch
let stop: () => void
let gone: string[]
let next: Pick<SeenTable, 'absent' | 'view'>

beforeAll(() => load('en'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  next = { absent: [], view: withView({} as View, { phase: 'gathering', seats, yours: [0], since: Date.now() }) }
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(JSON.stringify(next)))))
  gone = []
  here = new TableState('table', '')
  stop = $effect.root(() => {
    rematch = new Rematch(here, (table) => gone.push(table))
  })
  newest().open()
  newest().say({ ...table, view: withView(table.view, { seats, phase: 'over' }), now: Date.now() })
})
afterEach(() => {
  stop()
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asked = (): void => newest().say({ ...table, view: withView(table.view, { seats, phase: 'over', rematch: 'next' }), now: Date.now() })

describe('a rematch', () => {
  it('is nothing before anybody wants one', async () => {
    await vi.advanceTimersByTimeAsync(9000)
    expect([rematch.text, vi.mocked(fetch).mock.calls.length]).toEqual(['', 0])
  })

  it('asks, says who waits as soon as that is known, and that it has begun', async () => {
    asked()
    await vi.advanceTimersByTimeAsync(100)
    expect(rematch.text).toBe('Play again? The rematch is waiting at a new table.')
    await vi.advanceTimersByTimeAsync(9000)
    expect(rematch.text).toBe('Ben is waiting at the new table. Play again?')
    next = { ...next, absent: [0, 1] }
    await vi.advanceTimersByTimeAsync(9000)
    expect(rematch.text).toBe('Play again? The rematch is waiting at a new table.')
    next = { ...next, view: withView(next.view, { phase: 'playing', turn: { seat: 1, kind: 'place' } }) }
    await vi.advanceTimersByTimeAsync(9000)
    expect(rematch.text).toBe('The rematch has begun.')
    next = { ...next, view: { ...next.view, turn: { seat: 0, kind: 'place' } } }
    await vi.advanceTimersByTimeAsync(9000)
    expect(rematch.text).toBe('The rematch has begun, and it’s your turn.')
  })

  it('is looked at no more when nobody looks', async () => {
    asked()
    await vi.advanceTimersByTimeAsync(100)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('whoever asks for a rematch', () => {
  const three: SeatView[] = [...seats, { kind: 'open', name: 'Nora', taken: true }]
  const all = withView(table.view, { seats: three, yours: [0], rematch: 'next' })
  /** The new table, as the line to it tells. */
  const told = (absent: number[] | null, fields: ViewFields = {}): void =>
    newest().say({ ...table, absent, view: withView(all, { phase: 'gathering', ...fields }), now: Date.now() })

  beforeEach(async () => {
    newest().say({ ...table, view: withView(all, { phase: 'over' }), now: Date.now() })
    rematch.waits = true
    await vi.advanceTimersByTimeAsync(10)
    newest().open()
    told([])
  })

  it('waits with a line to the new table, and goes there when all have come', async () => {
    expect([newest().url.pathname, fetch]).toEqual([expect.stringContaining('next'), expect.anything()])
    expect(rematch.waiting).toBe('Waiting for Ben and Nora…')
    // At first nobody is known to be away.
    await vi.advanceTimersByTimeAsync(5000)
    expect([rematch.waiting, rematch.text]).toEqual(['Waiting for Ben and Nora…', ''])
    newest().say({ type: 'presence', absent: [1, 2] })
    await vi.advanceTimersByTimeAsync(5000)
    expect(rematch.waiting).toBe('Waiting for Ben and Nora…')
    newest().say({ type: 'presence', absent: [2] })
    expect([rematch.waiting, rematch.text]).toEqual(['Waiting for Nora…', 'Ben accepts the rematch.'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(gone).toEqual([])
    newest().say({ type: 'presence', absent: [] })
    expect([rematch.waiting, rematch.text]).toEqual(['Ben and Nora accept the rematch.', ''])
    await vi.advanceTimersByTimeAsync(2000)
    expect(gone).toEqual(['next'])
  })

  it('goes there when it has begun', async () => {
    told([1, 2], { phase: 'playing' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(gone).toEqual(['next'])
  })

  it('does not take a server that knows nothing for somebody who has come', async () => {
    told(null)
    await vi.advanceTimersByTimeAsync(60_000)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    told([])
    await vi.advanceTimersByTimeAsync(3000)
    expect([gone, rematch.waiting]).toEqual([[], 'Waiting for Ben and Nora…'])
  })

  it('can stop waiting, and then only looks there', async () => {
    const line = newest()
    rematch.waits = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect([line.readyState, gone]).toEqual([FakeSocket.CLOSED, []])
    expect(fetch).toHaveBeenCalled()
    expect(rematch.text).not.toBe('')
  })
})
