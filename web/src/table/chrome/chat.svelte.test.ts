import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { flushSync, tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { News, PartnerMessage, SeatView, TableMessage, UpdateMessage, View } from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import { Chat } from './chat.svelte'
import ChatButton from './ChatButton.svelte'
import ChatSheet from './ChatSheet.svelte'
import Menu from './Menu.svelte'
import { Notices } from './notices.svelte'

const { table, reacted } = recorded as unknown as { table: TableMessage; reacted: UpdateMessage }
const seats: SeatView[] = ['Ada', 'Ben', 'Cid', 'Dora'].map((name) => ({ kind: 'open', name, taken: true }))
const rules = {
  ...table.view.shared.rules,
  sides: [
    [0, 2],
    [1, 3],
  ],
}

let here: TableState
let number = 0

const view = (more: ViewFields = {}): View =>
  withView(table.view, { rules, seats, phase: 'playing', yours: [0], looks: 0, can: ['say', 'react'], number, ...more })

function tell(messages: PartnerMessage[] = [], more: ViewFields = {}, talk = true): void {
  const settings = { ...table.settings, talk }
  newest().say({ ...table, settings, view: view(more), messages, now: Date.now() })
  flushSync()
}

/** A message arrives; without a text, we may not read it. */
function writes(seat: number, text?: string, more: ViewFields = {}): void {
  number += 1
  const item = { number, at: Date.now(), event: 'message-sent', seat, ...(text === undefined ? {} : { text }) } as News
  newest().say({ ...reacted, news: [item], view: view(more), record: undefined, done: undefined, now: Date.now() })
  flushSync()
}

const context = (): Map<unknown, unknown> => new Map([[KEY, here]])

/** Something that needs an effect to live in. */
function rooted<T>(make: () => T): { made: T; end: () => void } {
  let made!: T
  const end = $effect.root(() => {
    made = make()
  })
  flushSync()
  return { made, end }
}

beforeAll(() => load('en'))
beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  Element.prototype.scrollTo = vi.fn() as unknown as typeof Element.prototype.scrollTo
  number = table.view.number
  here = new TableState('table', '')
  newest().open()
})
afterEach(() => {
  cleanup()
  here.end()
  vi.unstubAllGlobals()
})

describe('the messages of partners', () => {
  it('are marked as new until they were shown', async () => {
    tell([{ number: 1, at: 1, seat: 2, text: 'before you came' }])
    const chat = new Chat(here)
    render(ChatButton, { props: { chat, sheet: 'x' }, context: context() })
    expect(screen.queryByTestId('unread')).toBeNull()
    writes(2, 'block green')
    writes(0, 'mine is not new')
    expect(screen.getByTestId('unread').textContent).toBe('1')
    expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Messages, 1 new')
    render(ChatSheet, { props: { chat }, context: context() })
    await tick()
    expect(screen.queryByTestId('unread')).toBeNull()
    expect(screen.getByRole('log').textContent).toContain('block green')
  })

  it('are sent by Enter, and what is refused stays to be changed', async () => {
    tell()
    const chat = new Chat(here)
    render(ChatSheet, { props: { chat }, context: context() })
    const field = screen.getByLabelText<HTMLInputElement>('Write to your partner')
    await fireEvent.input(field, { target: { value: 'see www.example.org' } })
    await fireEvent.submit(field.form as HTMLFormElement)
    const { id } = newest().sent.at(-1) as { id: number }
    expect(newest().sent.at(-1)).toMatchObject({ do: 'say', seat: 0, text: 'see www.example.org' })
    newest().say({ type: 'refused', id, code: 'link', error: 'no', rule: null })
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('looks like a link'))
    expect(field.value).toBe('see www.example.org')
    await fireEvent.input(field, { target: { value: 'block green' } })
    await fireEvent.submit(field.form as HTMLFormElement)
    newest().say({ type: 'done', id: (newest().sent.at(-1) as { id: number }).id, number })
    await vi.waitFor(() => expect(field.value).toBe(''))
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('are not there for others, and can be read by everyone after the end', () => {
    tell([], { yours: [1], looks: 1, can: ['react'] })
    const chat = new Chat(here)
    writes(0, undefined, { yours: [1], looks: 1, can: ['react'] })
    expect(chat.isThere).toBe(false)
    tell([{ number, at: 1, seat: 0, text: 'block green' }], { yours: [1], looks: 1, can: [], phase: 'over' })
    expect(chat.isThere).toBe(true)
    render(ChatSheet, { props: { chat }, context: context() })
    expect(screen.getByRole('log').textContent).toContain('block green')
    expect(screen.queryByTestId('write')).toBeNull()
  })

  it('vanish from a shared screen with the tiles of the seat', () => {
    tell([{ number: 1, at: 1, seat: 2, text: 'block green' }], { yours: [0, 1], looks: 0 })
    const chat = new Chat(here)
    expect(chat.messages).toHaveLength(1)
    tell([], { yours: [0, 1], looks: null })
    expect(chat.messages).toHaveLength(0)
    render(ChatSheet, { props: { chat }, context: context() })
    expect(screen.queryByTestId('write')).toBeNull()
  })
})

describe('the header', () => {
  it('shows what a partner wrote, but not on a shared screen or where it is read already', () => {
    tell()
    let reads = false
    const { made: notices, end } = rooted(() => new Notices(here, () => reads))
    writes(2, 'x'.repeat(100))
    expect(notices.strip?.text).toBe(`Cid: ${'x'.repeat(59)}…`)
    tell([], { yours: [0, 1], looks: 0 })
    writes(2, 'secret', { yours: [0, 1], looks: 0 })
    expect(notices.strip?.text).toBe('Cid wrote a message')
    reads = true
    tell()
    writes(2, 'seen in the sheet')
    expect(notices.strip?.text).not.toContain('seen')
    end()
  })
})

describe('quick words', () => {
  it('make way for the reason where partners do not talk', () => {
    tell([], { can: ['resign'] }, false)
    render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    expect(screen.queryByTestId('say-hello')).toBeNull()
    expect(screen.getByTestId('silent').textContent).toContain('partners don’t talk')
  })

  it('may be used up for another reason, also where partners talk or there are none', () => {
    const alone = { ...rules, sides: [[0], [1], [2], [3]] }
    for (const [more, talk] of [
      [{}, true],
      [{ rules: alone }, false],
    ] as const) {
      tell([], { can: ['resign'], ...more }, talk)
      const { unmount } = render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
      expect(screen.queryByTestId('silent')).toBeNull()
      unmount()
    }
  })

  it('are there where one can use them', () => {
    tell()
    render(Menu, { props: { moves: 'm', close: () => {} }, context: context() })
    expect(screen.getByTestId('say-hello')).toBeTruthy()
  })
})
