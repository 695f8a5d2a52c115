import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { route } from '../../app/router.svelte'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { RecordDocument, ResultDoc, SeatView, Settings, TableMessage, UpdateMessage, View } from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import Announcer from './Announcer.svelte'
import Ended from './Ended.svelte'
import Menu from './Menu.svelte'
import Tally from './Tally.svelte'

const { table, reacted } = recorded as unknown as { table: TableMessage; reacted: UpdateMessage }
const seats: SeatView[] = ['Ada', 'Ben'].map((name) => ({ kind: 'open', name, taken: true }))

let here: TableState

/** The table told, with some of it otherwise. */
function tell(view: ViewFields): View {
  const whole = withView(table.view, { seats, ...view })
  newest().say({ ...table, view: whole, now: Date.now() })
  flushSync()
  return whole
}
const context = (): Map<unknown, unknown> => new Map([[KEY, here]])

beforeAll(() => load('en'))
beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', () => new Promise(() => {})) // no server is there
  here = new TableState('table', '')
  newest().open()
})
afterEach(() => {
  cleanup()
  here.end()
  vi.unstubAllGlobals()
})

describe('the menu on a shared screen', () => {
  const shared = { yours: [0, 1], looks: null, can: ['resign'] } satisfies ViewFields

  it('is about the player who has to look, by name', async () => {
    tell({ ...shared, turn: { seat: 1, kind: 'use' } as View['turn'] })
    render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    await fireEvent.click(screen.getByText('Ben: Resign'))
    await fireEvent.click(screen.getByText('Ben: Resign? You lose this game.'))
    expect(newest().sent.at(-1)).toMatchObject({ do: 'play', seat: 1, decision: { seat: 1, resign: true } })
  })

  it('says that resigning gives up the match, where it does', async () => {
    const games: Settings['games'] = ['dice', 'tiles']
    const view = withView(table.view, { seats, yours: [0], looks: 0, can: ['resign'] })
    newest().say({ ...table, view, settings: { ...table.settings, games, resigning: 'match' }, now: Date.now() })
    flushSync()
    const { unmount } = render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    await fireEvent.click(screen.getByText('Resign the whole match'))
    expect(screen.getByText('Resign? You lose the whole match.')).toBeTruthy()
    unmount()
    newest().say({ ...table, view, settings: { ...table.settings, games, resigning: 'challenge' }, now: Date.now() })
    flushSync()
    render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    expect(screen.getByText('Resign')).toBeTruthy()
  })

  it('resigns for no seat while the acting seat is unknown', () => {
    const third: SeatView = { kind: 'bot', name: 'Bot', taken: true }
    tell({ ...shared, seats: [...seats, third], turn: { seat: 2, kind: 'use' } as View['turn'] })
    render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    expect(screen.queryByTestId('resign')).toBeNull()
    expect(screen.queryByTestId('leave')).toBeNull()
  })
})

describe('the menu of a player whose time ran out', () => {
  const offers = (kind: 'total' | 'move', chair: Partial<SeatView>): boolean => {
    const clock = { kind, seconds: 60, increment: 0 } satisfies Settings['clock']
    const view = withView(table.view, { seats: [{ ...(seats[0] as SeatView), ...chair }, seats[1] as SeatView], yours: [0], looks: 0 })
    newest().say({ ...table, view, settings: { ...table.settings, clock }, now: Date.now() })
    flushSync()
    const { unmount } = render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    const found = screen.queryByTestId('leave') !== null
    unmount()
    return found
  }

  it('offers no bot if one plays to the end; after a single move it still does', () => {
    expect(offers('total', {})).toBe(true)
    expect(offers('total', { late: true })).toBe(false)
    expect(offers('total', { away: true })).toBe(false)
    expect(offers('move', { late: true })).toBe(true)
  })
})

describe('a match that was given up', () => {
  it('is won by the other one, whatever the points', () => {
    const games: Settings['games'] = ['cards', 'dice', 'tiles']
    const match = {
      game: 1,
      points: [
        [8, 5],
        [0, 0],
      ],
      totals: [8, 5],
      ranks: [2, 1],
      resigned: true as const,
    }
    const view = withView(table.view, { seats, yours: [1], phase: 'over', match })
    const record = { ...table.record, result: { ranks: [2, 1], scores: [[0], [0]], reason: 'resigned' } } as RecordDocument
    newest().say({ ...table, view, record, settings: { ...table.settings, games, resigning: 'match' }, now: Date.now() })
    flushSync()
    const result: ResultDoc = { ranks: [2, 1], scores: [[0], [0]], reason: 'resigned' }
    render(Ended, { props: { view, result }, context: context() })
    render(Tally, { props: { match }, context: context() })
    render(Announcer, { props: { strip: null }, context: context() })
    expect(screen.getAllByRole('status').map((said) => said.textContent)).toContain('You win. Ada resigned the match.')
    const shown = screen.getByTestId('result').textContent ?? ''
    expect(shown).toContain('You win')
    expect(shown).toContain('Ada resigned the match.')
    expect(
      screen
        .getAllByRole('row')
        .map((row) => row.textContent?.replace(/\s+/g, ' ').trim())
        .slice(1),
    ).toEqual([expect.stringMatching(/^1You ?5 ?0 ?– ?5$/), expect.stringMatching(/^2Ada resigned ?8 ?0 ?– ?8$/)])
  })
})

describe('a rematch', () => {
  const result: ResultDoc = { ranks: [1, 2], scores: [[6], [2]], reason: 'resigned' }
  /** Ask for one, and let the server open its table. */
  async function ask(seats: SeatView[]): Promise<void> {
    const view = tell({ phase: 'over', can: ['rematch'], seats, yours: [1] })
    const shown = render(Ended, { props: { view, result }, context: context() })
    screen.getByTestId('rematch').focus()
    await fireEvent.click(screen.getByTestId('rematch'))
    const [id, number] = [newest().sent.at(-1)?.id ?? 0, view.number + 1]
    const again = withView(view, { number, rematch: 'other' })
    newest().say({ ...reacted, news: [], view: again, done: id })
    await shown.rerender({ view: again })
  }
  const you: SeatView = { kind: 'open', name: 'You', taken: true }

  it('leads to the new table at once if no other player has to come', async () => {
    await ask([{ kind: 'bot', level: 3, name: 'Nora', taken: true }, you])
    await vi.waitFor(() => expect(route.path).toBe('/table/other'))
  })

  it('waits for the others, with a way there and one to stop', async () => {
    const before = route.path
    await ask([{ kind: 'open', name: 'Ada', taken: true }, you])
    await vi.waitFor(() => expect(screen.getByTestId('rematch').textContent).toContain('Waiting for Ada…'))
    expect(document.activeElement).toBe(screen.getByTestId('rematch'))
    expect(screen.getByTestId('rematch').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByTestId('new-table').getAttribute('href')).toBe('/table/other')
    screen.getByTestId('stop-waiting').focus()
    await fireEvent.click(screen.getByTestId('stop-waiting'))
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('new-table')))
    expect([screen.queryByTestId('rematch'), screen.queryByTestId('stop-waiting')]).toEqual([null, null])
    expect(screen.getByTestId('new-table').classList).toContain('primary')
    expect(route.path).toBe(before)
  })

  it('leads to the new table if another player was quicker', async () => {
    const view = tell({ phase: 'over', can: ['rematch'], seats: [{ kind: 'open', name: 'Ada', taken: true }, you], yours: [1] })
    render(Ended, { props: { view, result }, context: context() })
    await fireEvent.click(screen.getByTestId('rematch'))
    newest().say({
      type: 'refused',
      id: newest().sent.at(-1)?.id ?? 0,
      code: 'rematched',
      rule: null,
      error: 'the rematch already has a table',
    })
    await vi.waitFor(() => expect(here.sending).toBe(false))
    newest().say({ ...reacted, news: [], view: withView(view, { number: view.number + 1, rematch: 'quicker' }) })
    await vi.waitFor(() => expect(route.path).toBe('/table/quicker'))
    expect(here.refusal).toBeNull()
  })

  it('is announced once, whatever else the old table tells', async () => {
    const over: ViewFields = { phase: 'over', seats: [{ kind: 'open', name: 'Ada', taken: true }, you], yours: [1], rematch: 'other' }
    const said = vi.spyOn(here, 'announcement', 'set')
    render(Ended, { props: { view: tell(over), result }, context: context() })
    tell({ ...over, number: table.view.number + 1 })
    tell({ ...over, number: table.view.number + 2 })
    expect(said).toHaveBeenCalledOnce()
  })
})
