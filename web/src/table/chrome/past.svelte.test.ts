import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { placed } from '../../../testing/events'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { History, LogEntry, News, PastStep, SeatView, TableMessage, UpdateMessage } from '../../net/wire'
import { groundOf } from '../../../testing/ground'
import { KEY, TableState } from '../state.svelte'
import MoveOptions from './MoveOptions.svelte'
import { stepsIn } from './past.svelte'
import { thenStatus } from './then'

const { table, updates } = recorded as unknown as { table: TableMessage; updates: UpdateMessage[] }
const seats: SeatView[] = ['Ada', 'Nora'].map((name) => ({ kind: 'open', name, taken: true }))
const place = (seat: number, k: number): LogEntry => ({
  seat,
  place: 'RB',
  at: [
    [k, 0],
    [k, 1],
  ],
  gain: [k, 0],
})
const log: LogEntry[] = [place(0, 0), { seat: 0, draw: 1 }, place(1, 1), { seat: 1, draw: 1 }]
const { position } = groundOf(3, {})

const step = (entry: number | null, seat = 0): PastStep =>
  ({
    entry,
    story: entry === null ? [['Dealt', {}]] : [placed('RB', { seat })],
    position: { ...position, bag: 100 - (entry ?? 0) },
    racks: [['RB', 'GG'], 6],
  }) as unknown as PastStep
const history: History = { steps: [step(null), step(1), step(3, 1)] }

let here: TableState
let asked: ReturnType<typeof vi.fn>

const say = (entries: LogEntry[], more: ViewFields = {}): void =>
  newest().say({
    ...table,
    record: { ...table.record!, game: 'classic', log: entries },
    view: withView(table.view, { seats, phase: 'playing', looks: 0, yours: [0], turn: { seat: 0, kind: 'place' }, ...more }),
    now: Date.now(),
  })
const news = (entries: LogEntry[], event: Partial<News>): void =>
  newest().say({
    ...updates[0]!,
    news: [{ number: table.view.number + 1, at: 0, ...event } as News],
    record: { ...table.record!, game: 'classic', log: entries },
    view: withView(table.view, {
      number: table.view.number + 1,
      seats,
      phase: 'playing',
      looks: 0,
      yours: [0],
      turn: { seat: 0, kind: 'place' },
    }),
    now: Date.now(),
  } as UpdateMessage)
const wait = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const shown = (): number | null => (here.past.step?.position as { bag?: number } | undefined)?.bag ?? null

beforeAll(() => load('en'))
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify(history))))
  vi.stubGlobal('fetch', asked)
  here = new TableState('table', '')
  newest().open()
  say(log)
  await wait()
})
afterEach(() => {
  cleanup()
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an earlier position', () => {
  it('is shown on hover, after a moment, until the pointer leaves', async () => {
    here.past.point(0)
    await wait(100)
    expect(shown()).toBeNull()
    await wait(30)
    expect(shown()).toBe(99)
    expect(thenStatus(here)).toEqual({ title: 'Move 1: you', text: 'It’s still your turn' })
    here.past.leave()
    expect(shown()).toBeNull()
    here.past.point(0)
    here.past.leave()
    await wait(500)
    expect(shown()).toBeNull()
  })

  it('gives way to the current position while that is hovered', async () => {
    here.past.keep(0)
    await wait()
    here.past.point(null)
    await wait(150)
    expect(shown()).toBeNull()
    here.past.leave()
    expect(shown()).toBe(99)
  })

  it('is fetched once for all moves that are listed', async () => {
    here.past.keep(0)
    await wait()
    here.past.keep(2)
    await wait()
    expect(shown()).toBe(97)
    expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/tables/table/history'])
  })

  it('stays when a player moves, which the first row then says', async () => {
    here.past.keep(0)
    await wait()
    expect(here.past.news).toBeNull()
    news([...log, place(0, 2), place(1, 3)], { event: 'played', seat: 1, stand_in: false, story: [], entries: [place(1, 3)] })
    await wait(3000)
    expect(shown()).toBe(99)
    expect(here.past.news?.seat).toBe(1)
    expect([here.past.number, here.past.count]).toEqual([1, 4])
    render(MoveOptions, { context: new Map([[KEY, here]]) })
    expect(screen.getByTestId('move-now').textContent).toContain('Now: move 4, Nora')
  })

  it('is left when the moves are taken back, or the game is over', async () => {
    here.past.keep(2)
    await wait()
    news(log.slice(0, 2), { event: 'took-back', seat: 1 })
    await wait()
    expect([here.past.kept, here.past.steps.length]).toEqual([null, 0])
    say(log, { number: 100 })
    here.past.keep(2)
    await wait()
    expect(shown()).toBe(97)
    say(log, { number: 101, phase: 'over', turn: null })
    await wait()
    expect([here.past.kept, shown()]).toEqual([null, null])
  })

  it('stays when the table is sent again, unless other moves were made meanwhile', async () => {
    here.past.keep(2)
    await wait()
    say([...log, place(0, 2)], { number: 100 })
    await wait()
    expect(shown()).toBe(97)
    say([...log.slice(0, 2), place(1, 3), log[3]!, place(0, 4)], { number: 110 })
    await wait()
    expect([here.past.kept, here.past.steps.length]).toEqual([null, 0])
  })

  it('is left, but not fetched again, when a shared screen goes to the next player', async () => {
    const shared = { yours: [0, 1], looks: null }
    say(log, { ...shared, number: 100, looks: 0 })
    here.past.keep(2)
    await wait()
    for (const [number, looks] of [
      [101, null],
      [102, 1],
    ] as const) {
      say(log, { ...shared, number, looks })
      await wait()
      expect([here.past.kept, here.past.steps.length]).toEqual([null, 3])
    }
    here.past.keep(2)
    await wait()
    expect(shown()).toBe(97)
    expect(asked).toHaveBeenCalledTimes(1)
    say(log, { yours: [1], looks: 1, number: 103 }) // the other player has left, so the viewer's rack may be shown
    await wait()
    expect(here.past.steps).toEqual([])
  })

  it('is not asked for any more once the page is left', async () => {
    let refuse = (): void => {}
    const busy = (): Response => new Response('{"code":"busy","error":"later"}', { status: 503 })
    asked.mockImplementation(() => new Promise<Response>((resolve) => (refuse = () => resolve(busy()))))
    here.past.keep(2)
    here.end()
    refuse()
    await wait(10_000)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('is not taken from an answer that was asked for before a takeback', async () => {
    let answer = (_: Response): void => {}
    asked.mockImplementationOnce(() => new Promise<Response>((resolve) => (answer = resolve)))
    here.past.keep(2)
    news(log.slice(0, 2), { event: 'took-back', seat: 1 })
    await wait()
    here.past.keep(0)
    await wait()
    const late = { steps: [step(null), step(80)] }
    answer(new Response(JSON.stringify(late)))
    await wait()
    expect(shown()).toBe(99)
  })

  it('is asked for again if the server is too busy', async () => {
    asked.mockImplementationOnce(() => Promise.resolve(new Response('{"code":"busy","error":"later"}', { status: 503 })))
    here.past.keep(2)
    await wait()
    expect(shown()).toBeNull()
    await wait(2500)
    expect(shown()).toBe(97)
  })

  it('waits as long as the server asks for before it is asked for again', async () => {
    const headers = { 'Retry-After': '7' }
    asked.mockImplementationOnce(() => Promise.resolve(new Response('{"code":"too-much","error":"later"}', { status: 429, headers })))
    here.past.keep(2)
    await wait(3000)
    here.past.keep(0)
    await wait(3900)
    expect(asked).toHaveBeenCalledTimes(1)
    await wait(200)
    expect([asked.mock.calls.length, shown()]).toEqual([2, 99])
  })

  it('is asked for again if the answer lacked it', async () => {
    const early = { steps: history.steps.slice(0, 2) }
    asked.mockImplementationOnce(() => Promise.resolve(new Response(JSON.stringify(early))))
    here.past.keep(2)
    await wait()
    expect(shown()).toBeNull()
    await wait(2500)
    expect([asked.mock.calls.length, shown()]).toEqual([2, 97])
  })

  it('is not asked for without end if every answer lacks it', async () => {
    const early = { steps: history.steps.slice(0, 2) }
    asked.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(early))))
    here.past.keep(2)
    await wait(10_000)
    expect([asked.mock.calls.length, shown()]).toEqual([2, null])
  })

  it('shows hidden pieces from behind', () => {
    expect(stepsIn(history)[1]?.held).toEqual([
      ['RB', 'GG'],
      ['', '', '', '', '', ''],
    ])
  })
})

describe('the list of moves', () => {
  const list = (): HTMLElement => screen.getByRole('listbox')
  const chosen = (): string | undefined =>
    screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true')?.dataset.at

  beforeEach(() => void render(MoveOptions, { context: new Map([[KEY, here]]) }))

  it('begins with now, then the newest move', () => {
    const rows = screen.getAllByRole('option')
    expect(rows.map((one) => one.dataset.at)).toEqual([undefined, '2', '0'])
    expect(rows[0]?.textContent).toContain('Now: your turn')
    expect(rows[0]?.getAttribute('aria-selected')).toBe('true')
  })

  it('is navigated with the arrow keys', async () => {
    for (const [key, at] of [
      ['ArrowDown', '2'],
      ['ArrowDown', '0'],
      ['ArrowDown', '0'],
      ['ArrowUp', '2'],
      ['ArrowUp', undefined],
      ['End', '0'],
      ['Home', undefined],
    ] as const) {
      await fireEvent.keyDown(list(), { key })
      await wait()
      expect(chosen()).toBe(at)
      expect(document.getElementById(list().getAttribute('aria-activedescendant') ?? '')?.dataset.at).toBe(at)
    }
  })

  it('keeps the move that is clicked, and goes back with the first row', async () => {
    await fireEvent.click(screen.getAllByRole('option')[2]!)
    expect(chosen()).toBe('0')
    expect(screen.getAllByRole('option')[1]?.className).toContain('later')
    await fireEvent.click(screen.getByTestId('move-now'))
    expect(here.past.kept).toBeNull()
  })

  it('follows a mouse, but not touch', async () => {
    const row = screen.getAllByRole('option')[1]!
    await fireEvent(row, new PointerEvent('pointermove', { bubbles: true, pointerType: 'touch' }))
    await wait(200)
    expect(here.past.step).toBeNull()
    await fireEvent(row, new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
    await wait(200)
    expect(shown()).toBe(97)
  })

  it('goes with the keys from the row that is chosen, wherever the mouse points', async () => {
    const [, last, first] = screen.getAllByRole('option')
    await fireEvent(first!, new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
    await wait(200)
    expect([shown(), chosen()]).toEqual([99, undefined])
    for (const key of ['Enter', ' ', 'Home', 'ArrowUp']) {
      await fireEvent.keyDown(list(), { key })
      expect([here.past.kept, chosen()]).toEqual([null, undefined])
    }
    await fireEvent(first!, new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
    await wait(200)
    await fireEvent.keyDown(list(), { key: 'ArrowDown' })
    await wait(200)
    expect([shown(), chosen()]).toEqual([97, last!.dataset.at])
  })

  it('is only a list once the game is over', async () => {
    say(log, { phase: 'over', turn: null })
    await wait()
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })
})
