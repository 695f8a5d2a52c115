/** What a table announces beside the moves and the end, event by event, in three languages. */

import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../app/prefs.svelte'
import recorded from '../../text/recorded.json'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { News, Reaction, SeatView, Settings, TableMessage, UpdateMessage } from '../../net/wire'
import { TableState } from '../state.svelte'
import { Notices } from './notices.svelte'
import { statusOf } from './who'

const { table, reacted } = recorded as unknown as { table: TableMessage; reacted: UpdateMessage }
const seats: SeatView[] = ['Ada', 'Nora'].map((name) => ({ kind: 'open', name, taken: true }))
const WORDS: Reaction[] = ['hello', 'well-played', 'oops', 'wow', 'thinking', 'thanks', 'good-game']

interface Event {
  event: News['event']
  seat?: number
  [more: string]: unknown
}
const EVENTS: [Event, ViewFields?][] = [
  [{ event: 'left', seat: 1 }],
  [{ event: 'sat', seat: 1, name: 'Nora' }],
  [{ event: 'ran-out', seat: 1 }],
  [
    { event: 'asked-back', seat: 1 },
    { asking: 1, can: ['takeback-reply'] },
  ],
  [
    { event: 'asked-back', seat: 0 },
    { asking: 0, can: ['takeback-withdraw'] },
  ],
  [{ event: 'refused-back', seat: 1 }],
  [{ event: 'withdrew-back', seat: 1 }],
  [{ event: 'took-back', seat: 1 }],
  [{ event: 'took-back', seat: 0 }],
  [{ event: 'message-sent', seat: 1, text: 'Red next?' }],
  ...WORDS.map((reaction): [Event] => [{ event: 'reacted', seat: 1, reaction }]),
]
const TURNS: ViewFields[] = [
  { turn: { seat: 0, kind: 'place' }, yours: [0], looks: 0 },
  { turn: { seat: 1, kind: 'place' }, yours: [0], looks: 0 },
  { turn: { seat: 1, kind: 'place' }, yours: [0, 1], looks: null },
]

let here: TableState
let notices: Notices
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new Error('away'))),
  )
})
afterEach(() => {
  stop()
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fresh table, with a clock for the whole game: nothing of what was said before is left. */
async function arrive(view: ViewFields = {}): Promise<void> {
  here = new TableState('table', '')
  stop = $effect.root(() => {
    notices = new Notices(here)
  })
  newest().open()
  const settings: Settings = { ...table.settings, clock: { kind: 'total', seconds: 300, increment: 0 } }
  newest().say({ ...table, settings, view: withView(table.view, { seats, yours: [0], looks: 0, ...view }), now: Date.now() })
  await vi.advanceTimersByTimeAsync(0)
}

afterAll(() => load('en'))

describe.each(LANGUAGES)('in %s', (language) => {
  it('every event is read aloud', async () => {
    await load(language)
    const said: string[] = []
    for (const [event, view] of EVENTS) {
      await arrive()
      const number = (here.live.view?.number ?? 0) + 1
      const news = [{ number, at: Date.now(), ...event } as News]
      newest().say({ ...reacted, news, view: withView(table.view, { seats, yours: [0], looks: 0, number, ...view }), now: Date.now() })
      await vi.advanceTimersByTimeAsync(0)
      said.push(`${event.event}${event.seat === 0 ? ' (you)' : ''}: ${notices.strip?.text ?? ''}`)
      stop()
      here.end()
    }
    for (const view of TURNS) {
      await arrive(view)
      said.push(`turn: ${statusOf(here)}`)
      stop()
      here.end()
    }
    await arrive()
    expect(said.filter((one) => / $|[{}]|undefined|[.!?…][.]/u.test(one))).toEqual([])
    expect(said).toMatchSnapshot()
  })
})
