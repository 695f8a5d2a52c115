import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../lib/recorded.json'
import { FakeSocket, newest } from '../../lib/sockets'
import { load } from '../../lib/words.svelte'
import { withView } from '../../testing/view'
import type { SeatView, SeenTable, TableMessage, View } from '../../wire'
import { TableState } from '../state.svelte'
import { Rematch } from './rematch.svelte'

const table = recorded.table as unknown as TableMessage
const seats: SeatView[] = ['Ada', 'Ben'].map((name) => ({ kind: 'open', name, taken: true }))

let here: TableState
let rematch: Rematch
let stop: () => void
let next: Pick<SeenTable, 'absent' | 'view'>

beforeAll(() => load('en'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  next = { absent: [], view: withView({} as View, { phase: 'gathering', seats, yours: [0], since: Date.now() }) }
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(JSON.stringify(next)))))
  here = new TableState('table', '')
  stop = $effect.root(() => {
    rematch = new Rematch(here)
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
