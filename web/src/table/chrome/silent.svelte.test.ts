import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import ScoreBoard from '../../scores/ScoreBoard.svelte'
import recorded from '../../text/recorded.json'
import { screen } from '../../ui/screen.svelte'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { SeatView, TableMessage } from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import Announcer from './Announcer.svelte'
import { clocksOf, spoken, timeLeft } from './clock.svelte'
import { Notices } from './notices.svelte'
import { silentOf, silentOn } from './silent.svelte'
import { statusOf, whyWait } from './who'

const { table } = recorded as unknown as { table: TableMessage }
const seats: SeatView[] = ['Ada', 'Nora'].map((name) => ({ kind: 'open', name, taken: true }))
const PEGS = [1, 2, 3, 4, 5, 6]

let here: TableState
let notices: Notices
let stop: () => void
let start: number

/** The table as it is sent at some second: it is Nora's turn, and 60 s are left on her clock when it runs. */
function receive(view: ViewFields = {}, absent: number[] = []): void {
  newest().say({
    ...table,
    absent,
    settings: { ...table.settings, clock: { kind: 'total', seconds: 300, increment: 0 } },
    view: withView(table.view, {
      seats,
      turn: { seat: 1, kind: null },
      yours: [0],
      looks: 0,
      left: [300_000, 60_000],
      deadline: start + 60_000,
      ...view,
    }),
    now: Date.now(),
  })
}
/** Her clock is paused from the start, for 15 seconds. */
const pause = (): void => receive({ paused: { seat: 1, since: start, until: start + 15_000 }, deadline: start + 75_000 })
const later = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(1000 * seconds)
const context = () => new Map([[KEY, here]])

/** The height of a score board: its head, the rows, and what stands between them. */
function heightOf({ container }: { container: HTMLElement }): number {
  const styled = [...container.querySelectorAll<HTMLElement>('.panel > [style*="height"]')]
  const bare = container.querySelector('.timed') ? 0 : 22
  const rows = Number(container.querySelector('.rows svg')?.getAttribute('height'))
  return styled.reduce((sum, { style }) => sum + parseFloat(style.height), rows + bare)
}

beforeAll(() => load('en'))
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  start = Date.now()
  here = new TableState('table', '')
  stop = $effect.root(() => {
    notices = new Notices(here)
  })
  newest().open()
  receive()
  await later(0)
})
afterEach(() => {
  stop()
  cleanup()
  here.end()
  screen.width = innerWidth
  screen.height = innerHeight
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a silent connection', () => {
  it('is empty while the clock runs and all players are connected', () => {
    expect(silentOf(here)).toBeNull()
    expect(notices.strip).toBeNull()
  })

  it('pauses the clock, and counts down until it runs again', async () => {
    await later(5)
    pause()
    expect(spoken(timeLeft(here, 1) ?? 0)).toBe('1:00')
    expect(silentOf(here)).toMatchObject({ seat: 1, waits: true, text: 'Nora is offline: clock resumes in 10 s' })
    expect(silentOf(here)?.share).toBeCloseTo(10 / 15)
    await later(4)
    expect(spoken(timeLeft(here, 1) ?? 0)).toBe('1:00')
    expect(silentOf(here)?.text).toBe('Nora is offline: clock resumes in 6 s')
    expect([statusOf(here), whyWait(here)]).toEqual(['Nora’s turn', 'Their clock is paused'])
  })

  it.each([{}, { paused: { seat: 1, since: 0, until: 1 } }])('no longer pauses the clock after that', async (view) => {
    await later(17)
    receive({ deadline: start + 75_000, ...view }, [1])
    expect(silentOf(here)).toMatchObject({ waits: false, text: 'Nora is offline: their clock is running' })
    expect(spoken(timeLeft(here, 1) ?? 0)).toBe('0:58')
    expect(whyWait(here)).toBe('When time is up, a bot plays')
  })

  it('is forgotten as soon as the player is back', async () => {
    pause()
    await later(1)
    receive({ deadline: start + 66_000 })
    expect(silentOf(here)).toBeNull()
  })

  it('is not shown without a clock, for the viewer’s seat, or while the viewer is offline', async () => {
    pause()
    newest().break()
    expect(silentOf(here)).toBeNull()
    await later(1)
    newest().open()
    receive({ paused: { seat: 0, since: start, until: start + 15_000 }, turn: { seat: 0, kind: null } })
    expect(silentOf(here)).toBeNull()
    receive({ deadline: null }, [1])
    here.live.settings = table.settings
    expect(silentOf(here)).toBeNull()
  })

  it('is shown on the score board or the line of a phone, and in the header where these have no room', async () => {
    pause()
    for (const [width, height, shown] of [
      [1440, 900, true],
      [390, 844, true],
      [844, 390, false],
      [1280, 720, false],
    ] as const) {
      screen.width = width
      screen.height = height
      await later(0)
      expect(silentOn(here, [0])).toBeNull()
      expect(silentOn(here, [1])?.seat).toBe(shown ? 1 : undefined)
      expect(notices.strip?.testid).toBe(shown ? undefined : 'silent')
    }
    expect(notices.strip).toMatchObject({ text: 'Nora is offline: clock resumes in 15 s', share: 1 })
  })

  it('is shown at the lines of several others on a phone, too, unless it is a small one', async () => {
    const four: SeatView[] = ['Ada', 'Nora', 'Ben', 'Ines'].map((name) => ({ kind: 'open', name, taken: true }))
    const rules = { ...table.view.shared.rules, sides: [[0], [1], [2], [3]] }
    const paused = { seat: 1, since: start, until: start + 15_000 }
    receive({ seats: four, rules, left: [300_000, 60_000, 300_000, 300_000], paused, deadline: start + 75_000 })
    for (const [width, height, shown] of [
      [390, 844, true],
      [375, 667, true],
      [320, 568, false],
      [844, 390, false],
      [1440, 900, false],
    ] as const) {
      screen.width = width
      screen.height = height
      await later(0)
      expect([2, 1].map((seat) => silentOn(here, [seat])?.seat)).toEqual([undefined, shown ? 1 : undefined])
      expect(notices.strip?.testid).toBe(shown ? undefined : 'silent')
    }
  })

  it('is drawn: a paused clock, the sentence and a bar; the board stays as high as it is', async () => {
    pause()
    screen.width = 1440
    screen.height = 900
    const props = { name: 'Nora', pegs: PEGS, goal: 18 }
    const clocks = clocksOf(here, [1])
    const board = render(ScoreBoard, { props: { ...props, clocks, silent: silentOn(here, [1]) } })
    expect(board.container.querySelector('.clock.stands')?.textContent?.trim()).toBe('1:00')
    expect(board.getByTestId('silent').textContent?.trim()).toBe('Nora is offline: clock resumes in 15 s')
    expect(board.container.querySelector('.grace')?.getAttribute('data-share')).toBe('1.00')
    expect(heightOf(board)).toBeCloseTo(heightOf(render(ScoreBoard, { props })))
  })

  it('is announced at the start, at ten seconds and when the clock runs on, and no more', async () => {
    const { getByTestId } = render(Announcer, { props: { strip: null }, context: context() })
    const aloud = getByTestId('silent-aloud')
    const heard: string[] = []
    new MutationObserver(() => heard.push(aloud.textContent ?? '')).observe(aloud, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    pause()
    for (let second = 0; second < 15; second++) await later(1)
    receive({ deadline: start + 75_000 }, [1])
    await later(3)
    expect(heard).toEqual([
      'Nora is offline: clock resumes in 15 s. Their clock is paused.',
      'Nora is offline: clock resumes in 10 s. Their clock is paused.',
      'Nora is offline: their clock is running',
    ])
  })
})

describe('a clock', () => {
  const drawn = () => {
    const props = { name: 'Nora', pegs: PEGS, goal: 18 }
    return render(ScoreBoard, { props: { ...props, clocks: clocksOf(here, [1]) } })
  }

  it('is drawn once for each player: one waits, the other runs', () => {
    expect(clocksOf(here, [0, 1])).toMatchObject([
      { name: 'You', turn: false, clock: { time: '5:00', label: 'You: 5:00 left', state: 'waits', last: null } },
      { name: 'Nora', turn: true, clock: { time: '1:00', label: 'Nora: 1:00 left', state: 'runs', last: null } },
    ])
    const board = drawn()
    expect(board.getByRole('timer').className).toContain('runs')
    expect(board.queryByTestId('last-seconds')).toBeNull()
  })

  it('shows ten segments in its last ten seconds, of which one goes out each second', async () => {
    const plain = heightOf(render(ScoreBoard, { props: { name: 'Nora', pegs: PEGS, goal: 18 } }))
    cleanup()
    for (const [seconds, lit] of [
      [50, 10],
      [3, 7],
      [6, 1],
    ] as const) {
      await later(seconds)
      const board = drawn()
      expect(board.container.querySelectorAll('.seconds i')).toHaveLength(10)
      expect(board.container.querySelectorAll('.seconds .lit')).toHaveLength(lit)
      expect(heightOf(board)).toBeCloseTo(plain)
      cleanup()
    }
  })

  it('shows the time for a move also while the player waits', () => {
    here.live.settings = { ...table.settings, clock: { kind: 'move', seconds: 90, increment: 0 } }
    expect(clocksOf(here, [0])[0]?.clock).toMatchObject({ time: '1:30', state: 'waits' })
  })

  it('stops while the page is offline', async () => {
    newest().break()
    await later(5)
    expect(clocksOf(here, [1])[0]?.clock).toMatchObject({ time: '1:00', state: 'stands' })
  })

  it.each([{ kind: 'bot' }, { away: true }, { late: true }] as Partial<SeatView>[])('is not there for a bot: %j', (chair) => {
    receive({ seats: [seats[0] as SeatView, { ...(seats[1] as SeatView), ...chair }] })
    expect(clocksOf(here, [1])).toEqual([])
    expect(clocksOf(here, [0, 1])[1]?.clock).toBeNull()
  })
})
