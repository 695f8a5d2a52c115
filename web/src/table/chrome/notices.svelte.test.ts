import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { placed } from '../../../testing/events'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { Clock, News, SeatView, TableMessage, UpdateMessage } from '../../net/wire'
import { TableState } from '../state.svelte'
import { timeLeft } from './clock.svelte'
import { Notices } from './notices.svelte'

const { table, reacted } = recorded as unknown as { table: TableMessage; reacted: UpdateMessage }
const seats: SeatView[] = ['Ada', 'Ben'].map((name) => ({ kind: 'open', name, taken: true }))

let here: TableState
let notices: Notices
let stop: () => void

function happens(event: Record<string, unknown>, view: ViewFields = {}): void {
  const number = (here.live.view?.number ?? 0) + 1
  newest().say({
    ...reacted,
    news: [{ number, at: Date.now(), ...event } as News],
    view: withView(table.view, { seats, number, ...view }),
    now: Date.now(),
  })
}

beforeAll(() => load('en'))
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new Error('away'))),
  )
  here = new TableState('table', '')
  stop = $effect.root(() => {
    notices = new Notices(here)
  })
  newest().open()
  newest().say({ ...table, view: withView(table.view, { seats }), now: Date.now() })
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what is said in the header', () => {
  it('is nothing while all is well', () => {
    expect(notices.strip).toBeNull()
  })

  it('says at once that the connection is lost if that kept something from being done', async () => {
    newest().break()
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull() // it may be back before players notice
    await here.decision.make({ reroll: true })
    expect(notices.strip?.testid).toBe('connection')
  })

  it('is a word for three seconds, once', async () => {
    happens({ event: 'reacted', seat: 1, reaction: 'wow' })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip?.text).toBe('Ben: Wow!')
    await vi.advanceTimersByTimeAsync(2000)
    happens({ event: 'agreed-back', seat: 1 })
    await vi.advanceTimersByTimeAsync(1100)
    expect(notices.strip).toBeNull()
  })

  it('is a lost connection only after a moment', async () => {
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    expect(notices.strip).toBeNull()
    await vi.advanceTimersByTimeAsync(400)
    expect(notices.strip?.testid).toBe('connection')
    newest().open()
    newest().say(table)
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull()
  })

  it('is a silent connection within five seconds, and leads back to it', async () => {
    await vi.advanceTimersByTimeAsync(20_000)
    expect(notices.strip).toBeNull() // as long as there are heartbeats
    newest().isSilent = true
    await vi.advanceTimersByTimeAsync(4900)
    expect(notices.strip?.testid).toBe('connection')
    const before = FakeSocket.made.length
    await vi.advanceTimersByTimeAsync(3000)
    notices.strip?.actions?.[0]?.run()
    expect(FakeSocket.made.length).toBeGreaterThan(before)
  })

  it('asks for an answer to a takeback, and sends it', async () => {
    happens({ event: 'asked-back', seat: 1 }, { asking: 1, can: ['takeback-reply'] })
    expect(notices.strip?.actions?.map(({ testid }) => testid)).toEqual(['refuse-back', 'allow-back'])
    notices.strip?.actions?.[1]?.run()
    expect(newest().sent.at(-1)).toMatchObject({ do: 'takeback-reply', agrees: true, seat: 1 })
  })

  it('lets the asker withdraw a takeback request', () => {
    happens({ event: 'asked-back', seat: 0 }, { asking: 0, can: ['takeback-withdraw'] })
    expect(notices.strip?.actions?.map(({ label }) => label)).toEqual(['Withdraw'])
    notices.strip?.actions?.[0]?.run()
    expect(newest().sent.at(-1)).toMatchObject({ do: 'takeback-withdraw' })
  })

  it('offers the seat back for which a bot plays', () => {
    happens({ event: 'left', seat: 0 }, { seats: seats.map((seat, k) => (k ? seat : { ...seat, away: true })) })
    notices.strip?.actions?.[0]?.run()
    expect(newest().sent.at(-1)).toMatchObject({ do: 'sit', seat: 0 })
  })

  it('names the players who are asked for a takeback', () => {
    happens({ event: 'asked-back', seat: 0 }, { asking: 0 })
    expect(notices.strip?.text).toBe('Waiting for Ben…')
    const three: SeatView[] = [...seats, { kind: 'open', name: 'Cat', taken: true }]
    happens({ event: 'asked-back', seat: 0 }, { asking: 0, seats: three })
    expect(notices.strip?.text).toBe('Waiting for the others…')
    const left = three.map((seat, k): SeatView => (k === 1 ? { ...seat, away: true } : seat))
    happens({ event: 'asked-back', seat: 0 }, { asking: 0, seats: left })
    expect(notices.strip?.text).toBe('Waiting for Cat…')
  })

  it('tells that time is up and what a bot did then', async () => {
    const clock: Clock = { kind: 'move', seconds: 30, increment: 0 }
    newest().say({ ...table, settings: { ...table.settings, clock }, view: withView(table.view, { seats }), now: Date.now() })
    const played = { event: 'played', seat: 0, stand_in: true }
    happens({
      ...played,
      story: [placed('RB')],
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toMatchObject({ text: 'Time is up: a bot has placed a tile for you', testid: 'stood-in' })
    await vi.advanceTimersByTimeAsync(9000)
    expect(notices.strip).toBeNull()
    happens({ ...played, seat: 1, story: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip?.text).toBe('Time is up: a bot has played for Ben')
    await vi.advanceTimersByTimeAsync(9000)
    happens({ ...played, seat: 1, stand_in: false, story: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull()
  })

  it('says once that a bot plays on for a player, not with every move', async () => {
    const left = seats.map((seat, k): SeatView => (k === 1 ? { ...seat, away: true } : seat))
    happens({ event: 'left', seat: 1 }, { seats: left })
    happens({ event: 'played', seat: 1, stand_in: true, story: [] }, { seats: left })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip?.text).toBe('Ben left; a bot takes over')
    await vi.advanceTimersByTimeAsync(9000)
    happens({ event: 'played', seat: 1, stand_in: true, story: [] }, { seats: left })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull()
  })

  it('says of a clock only what is known while the connection is lost', async () => {
    const clock: Clock = { kind: 'total', seconds: 300, increment: 0 }
    const view = withView(table.view, { seats, turn: { seat: 0, kind: 'place' }, deadline: Date.now() + 3000, left: [3000, 300_000] })
    newest().say({ ...table, settings: { ...table.settings, clock }, view, now: Date.now() })
    newest().break()
    await vi.advanceTimersByTimeAsync(1400)
    expect(notices.strip?.text).toBe('Offline, reconnecting: a short interruption costs no time')
    expect(timeLeft(here, 0)).toBe(3000) // it stops
    await vi.advanceTimersByTimeAsync(15_000)
    expect(notices.strip?.text).toBe('Offline, reconnecting: your clock may be running')
    await vi.advanceTimersByTimeAsync(3000)
    expect(notices.strip?.text).toBe('Offline, reconnecting: your time may be up')
    expect(timeLeft(here, 0)).toBe(3000)
  })

  it('says that hints are being prepared as long as the bot is not loaded', async () => {
    newest().say({ ...table, view: withView(table.view, { seats, turn: { seat: 0, kind: 'place' }, looks: 0 }) })
    void here.askHints()
    newest().say({ type: 'refused', id: newest().sent.at(-1)?.id ?? 0, code: 'busy', error: 'no', rule: null, again: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip?.testid).toBe('hints-loading')
    await vi.advanceTimersByTimeAsync(1000)
    newest().say({ type: 'hints', id: newest().sent.at(-1)?.id ?? 0, hints: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull()
  })

  it('explains a refusal for a while', async () => {
    void here.send({ do: 'takeback', seat: 0 })
    newest().say({ type: 'refused', id: newest().sent.at(-1)?.id ?? 0, code: 'too-quick', error: 'no', rule: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip?.testid).toBe('refusal')
    await vi.advanceTimersByTimeAsync(9000)
    expect(notices.strip).toBeNull()
  })
})
