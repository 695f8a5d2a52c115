import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { SeatView, SeenTable, TableMessage, View } from '../../net/wire'
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
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(next)))),
  )
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
  it('is empty before a player asks for one', async () => {
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

  it('stops polling when it is no longer shown', async () => {
    asked()
    await vi.advanceTimersByTimeAsync(100)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('the player who asks for a rematch', () => {
  const three: SeatView[] = [...seats, { kind: 'open', name: 'Nora', taken: true }]
  const all = withView(table.view, { seats: three, yours: [0], rematch: 'next' })
  let old: FakeSocket // the connection to the old table
  /** The old table, as the connection to it tells. */
  const toldHere = (absent: number[] | null = []): void =>
    old.say({ ...table, absent, view: withView(all, { phase: 'over' }), now: Date.now() })
  /** The new table, as the connection to it tells. */
  const receive = (absent: number[] | null, fields: ViewFields = {}): void =>
    newest().say({ ...table, absent, view: withView(all, { phase: 'gathering', ...fields }), now: Date.now() })

  beforeEach(async () => {
    old = newest()
    toldHere()
    rematch.isWaiting = true
    await vi.advanceTimersByTimeAsync(10)
    newest().open()
    receive([])
  })

  it('waits with a connection to the new table, and goes there when all have come', async () => {
    expect(newest().url.pathname).toContain('next')
    expect(fetch).not.toHaveBeenCalled()
    expect(rematch.waitingText).toBe('Waiting for Ben and Nora…')
    // At first no player is known to be away.
    await vi.advanceTimersByTimeAsync(5000)
    expect([rematch.waitingText, rematch.text]).toEqual(['Waiting for Ben and Nora…', ''])
    newest().say({ type: 'presence', absent: [1, 2] })
    await vi.advanceTimersByTimeAsync(5000)
    expect(rematch.waitingText).toBe('Waiting for Ben and Nora…')
    newest().say({ type: 'presence', absent: [2] })
    expect([rematch.waitingText, rematch.text]).toEqual(['Waiting for Nora…', 'Ben accepts the rematch.'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(gone).toEqual([])
    newest().say({ type: 'presence', absent: [] })
    expect([rematch.waitingText, rematch.text]).toEqual(['Ben and Nora accept the rematch.', ''])
    await vi.advanceTimersByTimeAsync(2000)
    expect(gone).toEqual(['next'])
  })

  it('goes there at once when the rematch has begun', async () => {
    receive([1, 2], { phase: 'playing' })
    await vi.advanceTimersByTimeAsync(10)
    expect(gone).toEqual(['next'])
  })

  it('does not go there while a sheet is open', async () => {
    const sheet = document.body.appendChild(document.createElement('dialog'))
    sheet.setAttribute('open', '')
    receive([1, 2], { phase: 'playing' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(gone).toEqual([])
    sheet.remove()
    await vi.advanceTimersByTimeAsync(1000)
    expect(gone).toEqual(['next'])
  })

  it('keeps the connection whatever the old table sends', async () => {
    const [made, connection] = [FakeSocket.made.length, newest()]
    toldHere()
    await vi.advanceTimersByTimeAsync(10)
    toldHere([2])
    await vi.advanceTimersByTimeAsync(10)
    expect([FakeSocket.made.length, connection.readyState]).toEqual([made, FakeSocket.OPEN])
  })

  it('stops waiting when a player declines', async () => {
    newest().say({ type: 'presence', absent: [1, 2] })
    await vi.advanceTimersByTimeAsync(7000)
    const connection = newest()
    const without = three.map((one, seat) => (seat === 1 ? { ...one, taken: false } : one))
    next = { absent: [2], view: withView(all, { phase: 'gathering', seats: without, since: Date.now() }) }
    receive([2], { seats: without })
    expect(rematch.waitingText).toBe('Waiting for Ben and Nora…')
    await vi.advanceTimersByTimeAsync(10)
    expect([rematch.isWaiting, rematch.text, connection.readyState]).toEqual([false, 'Ben is not coming.', FakeSocket.CLOSED])
    await vi.advanceTimersByTimeAsync(5000)
    expect([rematch.text, gone]).toEqual(['Ben is not coming.', []])
  })

  it('stops waiting when the new table is closed', async () => {
    next = { absent: [1, 2], view: withView(all, { phase: 'over', position: null }) }
    receive([1, 2], { phase: 'over', position: null })
    await vi.advanceTimersByTimeAsync(10)
    expect([rematch.isWaiting, rematch.isClosed, rematch.text]).toEqual([false, true, 'The new table was closed.'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(gone).toEqual([])
  })

  it('stops waiting if the new table cannot be seen', async () => {
    newest().break(1008, 'private')
    await vi.advanceTimersByTimeAsync(10)
    expect([rematch.isWaiting, gone]).toEqual([false, []])
  })

  it('goes nowhere if no player has to come', async () => {
    const bots = three.map((seat, k) => (k ? { ...seat, kind: 'bot' as const } : seat))
    old.say({ ...table, view: withView(all, { phase: 'over', seats: bots }), now: Date.now() })
    receive([], { seats: bots })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(gone).toEqual([])
  })

  it('says who is offline', async () => {
    newest().say({ type: 'presence', absent: [1, 2] })
    old.say({ type: 'presence', absent: [2] })
    await vi.advanceTimersByTimeAsync(7000)
    expect([rematch.waitingText, rematch.text]).toEqual(['Waiting for Ben and Nora…', 'Nora is offline.'])
  })

  it('does not treat missing presence as a player who has come', async () => {
    receive(null)
    await vi.advanceTimersByTimeAsync(60_000)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    receive([])
    await vi.advanceTimersByTimeAsync(3000)
    expect([gone, rematch.waitingText]).toEqual([[], 'Waiting for Ben and Nora…'])
  })

  it('can stop waiting, and then only looks there', async () => {
    const connection = newest()
    next = { absent: [], view: withView(all, { phase: 'gathering', since: Date.now() }) }
    rematch.isWaiting = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect([connection.readyState, gone]).toEqual([FakeSocket.CLOSED, []])
    expect(fetch).toHaveBeenCalled()
    expect(rematch.text).toBe('Ben and Nora are waiting at the new table. Play again?')
  })
})
