import { cleanup, render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { screen } from '../../ui/screen.svelte'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { withView } from '../../../testing/view'
import type { SeatView, TableMessage } from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import type { Chat } from './chat.svelte'
import Header from './Header.svelte'
import type { Strip } from './notices.svelte'

const { table } = recorded as unknown as { table: TableMessage }
const seats: SeatView[] = ['Ada', 'Nora'].map((name) => ({ kind: 'open', name, taken: true }))
const run = (): void => {}
const OFFLINE: Strip = {
  text: 'Offline',
  icon: 'link',
  testid: 'connection',
  actions: [{ label: 'Try again', testid: 'reconnect', icon: 'retry', run }],
}

let here: TableState

function drawn(width: number, strip: Strip | null = null) {
  screen.width = width
  screen.height = 844
  const props = { strip, listed: true, menu: 'menu', moves: 'moves', chat: { isThere: false } as Chat, messages: 'm' }
  return render(Header, { props, context: new Map([[KEY, here]]) })
}

beforeAll(() => load('en'))
beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  here = new TableState('table', '')
  newest().open()
  const clock = { kind: 'total', seconds: 300, increment: 0 } as const
  const view = withView(table.view, { seats, yours: [0], looks: 0, turn: { seat: 1, kind: null }, left: [300_000, 300_000] })
  newest().say({ ...table, view, settings: { ...table.settings, clock }, now: Date.now() })
  flushSync()
})
afterEach(() => {
  cleanup()
  here.end()
  screen.width = innerWidth
  screen.height = innerHeight
  vi.unstubAllGlobals()
})

it('shows no clock, but on a wide screen how much time there is', () => {
  const { container, queryByRole } = drawn(1440)
  expect(queryByRole('timer')).toBeNull()
  expect(container.textContent).toContain('5\u00a0minutes each')
  cleanup()
  expect(drawn(390).queryByRole('timer')).toBeNull()
})

it('says whose turn it is as everywhere', () => {
  expect(drawn(390).getByTestId('status').textContent).toBe('Nora’s turn')
})

it('keeps the way back on a phone that is offline, and a small button to try again', () => {
  const { container, getByTestId } = drawn(390, OFFLINE)
  expect(container.querySelector('a[href="/"]')).toBeTruthy()
  expect(getByTestId('reconnect').getAttribute('aria-label')).toBe('Try again')
  expect(getByTestId('reconnect').textContent?.trim()).toBe('')
  cleanup()
  expect(drawn(1440, OFFLINE).getByTestId('reconnect').textContent?.trim()).toBe('Try again')
})
