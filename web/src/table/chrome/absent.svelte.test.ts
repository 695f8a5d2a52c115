import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import DuelBoard from '../../scores/DuelBoard.svelte'
import ScoreBoard from '../../scores/ScoreBoard.svelte'
import recorded from '../../text/recorded.json'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { SeatView, TableMessage } from '../../net/wire'
import { status } from '../challenges/status'
import { KEY, TableState } from '../state.svelte'
import Announcer from './Announcer.svelte'
import { awayOf } from './badge'
import { Notices } from './notices.svelte'
import OpponentLine from './OpponentLine.svelte'
import { statusOf, whyWait } from './who'

const { table } = recorded as unknown as { table: TableMessage }
const seats: SeatView[] = ['Ada', 'Ben', 'Cat'].map((name) => ({ kind: 'open', name, taken: true }))
const PEGS = [1, 2, 3, 4, 5, 6]

let here: TableState
let notices: Notices
let stop: () => void

/** Send the table: it is Ben's turn, and Ada is the viewer. */
function receive(absent: number[] | null, view: ViewFields = {}, clock: 'none' | 'move' | 'total' = 'none'): void {
  newest().say({
    ...table,
    absent,
    settings: { ...table.settings, clock: { kind: clock, seconds: 60, increment: 0 } },
    view: withView(table.view, { seats, turn: { seat: 1, kind: null }, yours: [0], looks: 0, ...view }),
    now: Date.now(),
  })
}
async function setAbsent(absent: number[] | null): Promise<void> {
  newest().say({ type: 'presence', absent })
  await vi.advanceTimersByTimeAsync(0)
}

beforeAll(() => load('en'))
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  here = new TableState('table', '')
  stop = $effect.root(() => {
    notices = new Notices(here)
  })
  newest().open()
  receive([])
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  here.end()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an absent player', () => {
  it('is known while the viewer is connected, and is never the viewer', async () => {
    await setAbsent([0, 1])
    expect(here.absent).toEqual([1])
    newest().break()
    expect(here.absent).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    receive([2])
    expect(here.absent).toEqual([2])
    await setAbsent(null)
    expect(here.absent).toEqual([])
  })

  it('is not waited for if a bot plays for them', () => {
    receive([1], { seats: seats.map((seat, k) => (k === 1 ? { ...seat, late: true } : seat)) })
    expect(here.absent).toEqual([])
    expect(statusOf(here)).toBe('Ben’s turn')
  })

  it('is never one on a free seat', async () => {
    receive([1, 2], { seats: seats.map((seat, k) => (k === 1 ? { ...seat, name: '', taken: false } : seat)) })
    expect(here.absent).toEqual([2])
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip?.text).toBe('Cat is away')
  })

  it('is shown for a while, and so is their return', async () => {
    await setAbsent([1])
    expect(notices.strip).toMatchObject({ text: 'Ben is away', icon: 'away' })
    await vi.advanceTimersByTimeAsync(6000)
    expect(notices.strip).toBeNull()
    await setAbsent([])
    expect(notices.strip?.text).toBe('Ben is back')
    await setAbsent([1])
    await vi.advanceTimersByTimeAsync(6000)
    await setAbsent(null) // the server does not know any more: that does not mean they are back
    expect(notices.strip).toBeNull()
  })

  it('is named with all others who leave or return at the same time', async () => {
    await setAbsent([1, 2])
    expect(notices.strip?.text).toBe('Ben and Cat are away')
    await setAbsent([])
    expect(notices.strip).toMatchObject({ text: 'Ben and Cat are back', icon: 'people' })
    await setAbsent([1])
    await setAbsent([2])
    expect(notices.strip).toMatchObject({ text: 'Ben is back · Cat is away', icon: 'away' })
  })

  it('is not reported after the connection was lost: a restarted server has no presence yet', async () => {
    await setAbsent([1])
    await vi.advanceTimersByTimeAsync(6000)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    await vi.advanceTimersByTimeAsync(0)
    receive([])
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull()
    await setAbsent([1])
    expect(notices.strip?.text).toBe('Ben is away')
  })

  it('is not reported to a viewer who has just arrived', async () => {
    here.end()
    here = new TableState('table', '')
    const stopSecond = $effect.root(() => {
      notices = new Notices(here)
    })
    newest().open()
    receive([1])
    await vi.advanceTimersByTimeAsync(0)
    expect(notices.strip).toBeNull()
    stopSecond()
  })

  it('may be the one to move: the table then says what that means', async () => {
    expect([statusOf(here), whyWait(here)]).toEqual(['Ben’s turn', ''])
    await setAbsent([2])
    expect([statusOf(here), whyWait(here)]).toEqual(['Ben’s turn', ''])
    await setAbsent([1])
    expect([statusOf(here), whyWait(here)]).toEqual(['Ben is away', 'Wait, or come back later'])
    expect(status(here, 0, { play: '', bonus: '' })).toMatchObject({ title: 'Ben is away', text: whyWait(here) })
    receive([1], {}, 'move')
    expect(whyWait(here)).toBe('When time is up, a bot moves')
    receive([1], {}, 'total')
    expect(whyWait(here)).toBe('When time is up, a bot plays')
  })

  it('is announced to screen readers once', async () => {
    const context = new Map([[KEY, here]])
    const { container, rerender } = render(Announcer, { props: { strip: null }, context })
    const announced = (): string[] => [...container.querySelectorAll('p')].map((one) => one.textContent ?? '').filter(Boolean)
    await setAbsent([1])
    await rerender({ strip: notices.strip })
    expect(announced()).toEqual(['Ben is away'])
    await setAbsent([1, 2])
    await rerender({ strip: notices.strip })
    expect(announced()).toEqual(['Ben is away', 'Cat is away'])
  })

  it('is marked at their board, by name where several share one', async () => {
    await setAbsent([1])
    expect(awayOf(here, [1])).toBe('away')
    expect(awayOf(here, [2])).toBe('')
    expect(awayOf(here, [0, 1])).toBe('Ben away')
    const marksIn = (root: ParentNode): string[] =>
      [...root.querySelectorAll('[data-testid=away-mark]')].map((one) => one.textContent ?? '')
    const board = render(ScoreBoard, { name: 'Ben', pegs: PEGS, goal: 18, away: 'away' }).container
    expect(board.querySelector('h2')?.textContent).toMatch(/Ben\s*away/)
    const duel = render(DuelBoard, { names: ['You', 'Ben'], away: ['', 'away'], pegs: PEGS, tokens: [] }).container
    expect(marksIn(duel.querySelector('.right h2') as Element)).toEqual(['away'])
    const line = { key: '1', name: 'Ben', pegs: PEGS, turn: true, away: 'away' }
    const lines = render(OpponentLine, { lines: [line] }).container
    expect(lines.querySelector('.word')?.textContent).toBe('away') // shown where there is room
    expect(lines.querySelector('.hidden')?.textContent).toMatch(/^Ben, away: red 1/)
    expect(lines.querySelectorAll('[data-testid=away-mark] svg')).toHaveLength(1)
  })
})
