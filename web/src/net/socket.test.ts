import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HintsMessage, RefusedMessage, TableMessage, UpdateMessage } from './wire'
import { Refusal } from './http'
import { LiveTable, type Update } from './socket.svelte'
import recorded from '../text/recorded.json'
import { FakeSocket, newest } from '../../testing/socket'

// What a real server sent at a Dice Challenge table.
const { table, updates, hints, refused, back, again } = recorded as unknown as {
  table: TableMessage
  updates: UpdateMessage[]
  hints: HintsMessage
  refused: RefusedMessage
  back: UpdateMessage
  again: TableMessage
}
const [mine, others] = updates as [UpdateMessage, UpdateMessage]

let live: LiveTable
let heard: Update[]

function sit(): void {
  newest().open()
  newest().say(table)
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new Error('away'))),
  )
  heard = []
  live = new LiveTable('table', 'secret', (update) => heard.push(update))
})
afterEach(() => {
  live.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a live table', () => {
  it('begins with the whole table, and requests the last news', () => {
    expect(live.status).toBe('connecting')
    expect(newest().url.pathname).toBe('/api/tables/table/live')
    expect(newest().url.searchParams.get('after')).toBe('0')
    expect(newest().url.searchParams.get('invite')).toBe('secret')
    sit()
    expect(live.status).toBe('open')
    expect(live.view?.number).toBe(table.view.number)
    expect(live.settings?.games).toEqual(['dice'])
    expect(heard).toHaveLength(1)
  })

  it('extends the record with the entries of the news', () => {
    sit()
    const before = live.record?.log.length ?? 0
    newest().say(mine)
    newest().say(others)
    const added = [mine, others].flatMap(({ news }) => news.flatMap((item) => (item.event === 'played' ? item.entries : [])))
    expect(live.record?.log.slice(before)).toEqual(added)
    newest().say(back)
    expect(live.record?.log).toEqual(back.record?.log)
  })

  it('matches each answer to its question', async () => {
    sit()
    const first = live.ask({ do: 'hint', seat: 0, count: 1 })
    const second = live.ask({ do: 'preview', seat: 0, decision: { seat: 0, reroll: true } })
    const [one, two] = newest().sent.map(({ id }) => id ?? 0)
    newest().say({ ...refused, id: two ?? 0 })
    newest().say({ ...hints, id: one ?? 0 })
    await expect(first).resolves.toMatchObject({ type: 'hints' })
    await expect(second).rejects.toMatchObject({ status: 409, code: refused.code, number: refused.number })
  })

  it.each([
    ['a preview', { do: 'preview', seat: 0, decision: { seat: 0, reroll: true } }, 6000, 1],
    ['a hint', { do: 'hint', seat: 0, count: 1 }, 90_000, 1],
    ['a command', { do: 'start' }, 8000, 2],
  ] as const)('waits for %s only so long', async (_, order, limit, sockets) => {
    sit()
    const asked = live.ask(order)
    const [refusal] = await Promise.all([asked.catch((error: unknown) => error), vi.advanceTimersByTimeAsync(limit + 100)])
    expect(refusal).toMatchObject({ status: 504, code: 'offline' })
    expect(FakeSocket.made).toHaveLength(sockets) // a new connection shows whether a command was done
    const question = (FakeSocket.made[0] as FakeSocket).sent[0]
    newest().open()
    newest().say({ ...hints, id: question?.id ?? 0 }) // too late
    expect(live.view?.number).toBe(table.view.number)
  })

  it('adjusts when a clock is changed', async () => {
    vi.setSystemTime(table.now - 500)
    sit()
    vi.setSystemTime(table.now + 3_600_000) // ours, by an hour
    newest().say({ type: 'heartbeat', now: table.now + 1000 })
    expect(live.ahead).toBe(1000 - 3_600_000)
  })

  it('resolves a command once its effect is shown', async () => {
    sit()
    const order = live.ask({ do: 'react', seat: 0, reaction: 'hello' })
    const id = newest().sent[0]?.id ?? 0
    let seen = -1
    void order.then(() => (seen = live.view?.number ?? -1))
    newest().say({ ...mine, done: id })
    await order
    expect(seen).toBe(mine.view.number)
  })

  it('holds an answer that arrives before its news', async () => {
    sit()
    let done = false
    void live.ask({ do: 'react', seat: 0, reaction: 'hello' }).then(() => (done = true))
    newest().say({ type: 'done', id: newest().sent[0]?.id ?? 0, number: mine.view.number })
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toBe(false)
    newest().say(mine)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toBe(true)
  })

  it('estimates the server time from the fastest message', () => {
    vi.setSystemTime(table.now - 500)
    sit()
    expect(live.ahead).toBe(500)
    vi.setSystemTime(mine.now + 300) // a slow one
    newest().say(mine)
    expect(live.ahead).toBe(500)
  })
})

describe('a lost connection', () => {
  it('is reopened after a pause, and requests only what was missed', async () => {
    sit()
    newest().say(mine)
    const order = live.ask({ do: 'start' })
    newest().break()
    expect(live.status).toBe('lost')
    await expect(order).rejects.toMatchObject({ status: 0 })
    await expect(live.ask({ do: 'start' })).rejects.toBeInstanceOf(Refusal)
    expect(FakeSocket.made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(400)
    expect(FakeSocket.made).toHaveLength(2)
    expect(newest().url.searchParams.get('after')).toBe(String(mine.view.number))
    newest().open()
    newest().say(again)
    expect(live.status).toBe('open')
    expect(heard.at(-1)?.whole).toBe(true)
    expect(heard.at(-1)?.news.map(({ number }) => number)).toEqual(again.news.map(({ number }) => number))
  })

  it('delivers no news twice', () => {
    sit()
    newest().say(mine)
    newest().say(others)
    live.reconnect()
    newest().open()
    newest().say(again) // begins with news that `others` already contained
    expect(heard.at(-1)?.news.map(({ number }) => number)).not.toContain(others.view.number)
  })

  it('is noticed within five seconds of silence', async () => {
    sit()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(live.status).toBe('open') // heartbeats are enough
    const order = live.ask({ do: 'start' })
    newest().isSilent = true
    const since = Date.now()
    await Promise.all([expect(order).rejects.toMatchObject({ status: 0 }), vi.advanceTimersByTimeAsync(4900)])
    expect(live.status).toBe('lost')
    expect(live.lostAt).toBeLessThanOrEqual(since)
    await vi.advanceTimersByTimeAsync(600)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('is assumed if the socket opens but receives nothing', async () => {
    newest().open()
    newest().isSilent = true
    expect(live.status).toBe('connecting')
    await expect(live.ask({ do: 'start' })).rejects.toBeInstanceOf(Refusal)
    await vi.advanceTimersByTimeAsync(5000)
    expect(live.status).toBe('lost')
    await vi.advanceTimersByTimeAsync(600)
    expect(FakeSocket.made).toHaveLength(2)
  })

  it('is not assumed when the timer of a background page was throttled', async () => {
    sit()
    const only = newest()
    only.isSilent = true // a frozen page receives nothing either
    vi.setSystemTime(Date.now() + 55_000) // and its timers fire when it wakes up
    await vi.advanceTimersByTimeAsync(4300)
    expect(newest()).toBe(only)
    only.isSilent = false
    only.say(mine) // messages received in the meantime are delivered
    await vi.advanceTimersByTimeAsync(4000)
    expect([live.status, newest()]).toEqual(['open', only])
  })

  it('is retried at once when the player asks for it, but not repeatedly', async () => {
    sit()
    newest().break()
    live.retry()
    expect(FakeSocket.made).toHaveLength(2)
    for (let k = 0; k < 5; k++) live.retry()
    expect(FakeSocket.made).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1100)
    live.retry()
    expect(FakeSocket.made).toHaveLength(3)
    newest().open()
    newest().say(again)
    live.retry()
    expect(FakeSocket.made).toHaveLength(3)
  })

  it('does not revert to an older table, unless the server insists', async () => {
    sit()
    newest().say(mine)
    newest().say(others)
    newest().say(mine) // a late message
    expect(live.view?.number).toBe(others.view.number)
    for (let k = 0; k < 2; k++) {
      newest().break()
      await vi.advanceTimersByTimeAsync(1000)
      newest().open()
      newest().say(table) // from a process that is behind
      expect([live.view?.number, live.status]).toEqual([others.view.number, 'lost'])
    }
    await vi.advanceTimersByTimeAsync(2000)
    newest().open()
    newest().say(table) // its database is older: a backup
    expect([live.view?.number, live.status]).toEqual([table.view.number, 'open'])
  })

  it('backs off, but retries at once when the network is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5) // otherwise an attempt may fall into the half second below
    sit()
    newest().break()
    for (let k = 0; k < 12; k++) {
      await vi.advanceTimersByTimeAsync(10_000)
      if (newest().readyState === FakeSocket.CONNECTING) newest().break()
    }
    const tried = FakeSocket.made.length
    expect(tried).toBeLessThan(20)
    await vi.advanceTimersByTimeAsync(500)
    dispatchEvent(new Event('online'))
    expect(FakeSocket.made.length).toBe(tried + 1)
  })

  it('gives up an attempt that takes too long, and retries when the network is back', async () => {
    const first = newest()
    dispatchEvent(new Event('online'))
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(FakeSocket.made).toHaveLength(2)
    const second = newest()
    await vi.advanceTimersByTimeAsync(4900)
    expect(newest()).toBe(second)
    await vi.advanceTimersByTimeAsync(600)
    expect(second.readyState).toBe(FakeSocket.CLOSED)
    expect(FakeSocket.made).toHaveLength(3)
    sit()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(FakeSocket.made).toHaveLength(3)
  })

  it('keeps backing off if the server accepts and hangs up', async () => {
    sit()
    newest().break()
    for (let k = 0; k < 40; k++) {
      await vi.advanceTimersByTimeAsync(500)
      if (newest().readyState !== FakeSocket.CONNECTING) continue
      newest().open()
      newest().break()
    }
    expect(FakeSocket.made.length).toBeLessThan(12)
  })

  it('is suspected when the network is lost, and after the machine slept', async () => {
    sit()
    const first = newest()
    dispatchEvent(new Event('offline'))
    expect(live.status).toBe('lost')
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    newest().open()
    newest().say(again)
    const second = newest()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(newest()).toBe(second) // there were heartbeats
    second.isSilent = true
    vi.setSystemTime(Date.now() + 3_600_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(800)
    expect(newest()).not.toBe(second)
    second.break() // whatever the old one still says
    newest().open()
    newest().say(again)
    expect(live.status).toBe('open')
  })

  it('is not reopened if the viewer has no access', async () => {
    sit()
    newest().break(1008, 'the game has begun')
    expect(live.status).toBe('closed')
    expect(live.refusal?.status).toBe(403)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(FakeSocket.made).toHaveLength(1)
  })

  it('finds out why a table cannot be reached', async () => {
    const told = { code: 'no-table', error: 'there is no table table', rule: null }
    const answer = new Response(JSON.stringify(told), { status: 404 })
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(answer)),
    )
    newest().break()
    await vi.advanceTimersByTimeAsync(0)
    expect(live.refusal?.status).toBe(404)
    expect(live.status).toBe('closed')
  })

  it('keeps trying while the server is down', async () => {
    newest().break()
    await vi.advanceTimersByTimeAsync(500)
    expect(live.refusal).toBeNull()
    expect(FakeSocket.made).toHaveLength(2)
  })
})
