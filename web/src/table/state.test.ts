import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../text/recorded.json'
import { FakeSocket, newest } from '../../testing/socket'
import { withView } from '../../testing/view'
import type { HintsMessage, News, RefusedMessage, TableMessage, UpdateMessage } from '../net/wire'
import { TableState } from './state.svelte'

// What a real server said at a table of the Dice Challenge.
const { table, updates, hints, refused, reacted, back, again } = recorded as unknown as {
  table: TableMessage
  updates: UpdateMessage[]
  hints: HintsMessage
  refused: RefusedMessage
  reacted: UpdateMessage
  back: UpdateMessage
  again: TableMessage
}
const [mine, others] = updates as [UpdateMessage, UpdateMessage]
const reroll = { reroll: true } as const

let here: TableState

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  here = new TableState('table', '')
  newest().open()
})
afterEach(() => {
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lastId = (): number => Number(newest().sent.at(-1)?.id)

describe('a table', () => {
  it('shows at once how it is, and nothing of what was', () => {
    newest().say({ ...table, news: mine.news, record: null })
    expect(here.view?.number).toBe(table.view.number)
    expect(here.news).toEqual([])
    expect(here.story).toEqual([])
    expect(here.lastSeat).toBe(0) // but the last move is known
  })

  it('shows the viewer’s move at once, and leaves time for it and for that of another', async () => {
    newest().say(table)
    newest().say(mine)
    newest().say(others)
    expect(here.view?.number).toBe(mine.view.number) // one sees what one did
    expect(here.lastSeat).toBe(0)
    await vi.advanceTimersByTimeAsync(900)
    expect(here.view?.number).toBe(others.view.number)
    expect(here.story.length).toBeGreaterThan(0)
    newest().say(reacted)
    expect(here.view?.number).toBe(others.view.number) // waits until the move was seen
    await vi.advanceTimersByTimeAsync(1500)
    expect(here.view?.number).toBe(reacted.view.number)
    expect(here.story).toEqual([])
    expect(here.lastSeat).toBe(1)
  })

  it('knows when the first answer of a bot takes its time, and of no later one', async () => {
    const seats = table.view.shared.seats.map((seat, k) => (k === 1 ? { ...seat, kind: 'bot' as const, level: 1 } : seat))
    const waits = (number: number) => withView(table.view, { seats, number, turn: { seat: 1, kind: null } })
    newest().say({ ...table, view: waits(table.view.number) })
    await vi.advanceTimersByTimeAsync(3900)
    expect(here.slow).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(here.slow).toBe(true)
    const number = table.view.number + 1
    const played: News = { event: 'played', number, at: 0, seat: 1, stand_in: false, story: [] }
    newest().say({ ...reacted, news: [played], view: waits(number) })
    expect(here.slow).toBe(false)
    await vi.advanceTimersByTimeAsync(9000)
    expect(here.slow).toBe(false)
  })

  it('leaves time for the viewer’s move where nothing moves, and none where the viewer goes on', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    newest().say(table)
    newest().say(mine)
    newest().say(others)
    await vi.advanceTimersByTimeAsync(700)
    expect(here.view?.number).toBe(mine.view.number)
    await vi.advanceTimersByTimeAsync(200)
    expect(here.view?.number).toBe(others.view.number)
    here.skip()
    const turn = { seat: 0, kind: 'roll-or-use' as const }
    newest().say({ ...mine, news: mine.news.map((item) => ({ ...item, number: 50 })), view: { ...mine.view, number: 50, turn } })
    newest().say({ ...reacted, news: reacted.news.map((item) => ({ ...item, number: 51 })), view: { ...mine.view, number: 51, turn } })
    expect(here.view?.number).toBe(51)
  })

  it('shows longer who goes out, also the viewer', async () => {
    newest().say(table)
    const out = { seat: 0, symbol: 'R', repeated: true, to_centre: 'R', bonus_lost: 0 }
    newest().say({ ...mine, news: mine.news.map((item) => ({ ...item, story: [['WentOut', out]] }) as unknown as News) })
    newest().say(others)
    await vi.advanceTimersByTimeAsync(1300)
    expect(here.view?.number).toBe(mine.view.number)
    expect(here.story[0]?.[0]).toBe('WentOut')
    await vi.advanceTimersByTimeAsync(200)
    expect(here.view?.number).toBe(others.view.number)
  })

  it('shows what a bot plays for the viewer move by move, until they play again', async () => {
    const away = mine.view.shared.seats.map((seat, k) => (k === 0 ? { ...seat, away: true as const } : seat))
    const move = (number: number): UpdateMessage => ({
      ...mine,
      news: mine.news.map((item) => ({ ...item, number })),
      view: withView(mine.view, { seats: away, number }),
    })
    newest().say({ ...table, view: withView(table.view, { seats: away }) })
    const first = table.view.number + 1
    for (let k = 0; k < 20; k += 1) newest().say(move(first + k))
    expect(here.view?.number).toBe(first)
    await vi.advanceTimersByTimeAsync(1500)
    expect(here.view?.number).toBe(first + 1)
    await vi.advanceTimersByTimeAsync(650) // many wait, so it goes faster
    expect(here.view?.number).toBe(first + 2)
    const now = { ...mine.view, number: first + 20 }
    newest().say({ ...reacted, news: reacted.news.map((item) => ({ ...item, number: first + 20 })), view: now })
    expect(here.view?.number).toBe(first + 20)
  })

  it('shows everything at once when the viewer skips', () => {
    newest().say(table)
    newest().say(others)
    newest().say(reacted)
    here.skip()
    expect(here.view?.number).toBe(reacted.view.number)
    expect(here.story).toEqual([])
  })

  it('tells everything that was skipped', () => {
    newest().say(table)
    newest().say(others)
    newest().say(reacted)
    newest().say({ ...mine, news: mine.news.map((item) => ({ ...item, number: 99 })), view: { ...mine.view, number: 99 } })
    here.skip()
    expect(here.news.map(({ event }) => event)).toEqual(['reacted', 'played'])
    expect(here.lastStories).toHaveLength(1)
    const more = [100, 101].map((number) => ({ ...others.news[0], number }) as News)
    newest().say({ ...others, news: more, view: { ...others.view, number: 101 } })
    expect(here.lastStories).toHaveLength(2)
  })

  it('keeps the stories of what waits when the table is sent again', () => {
    newest().say(table)
    newest().say(mine)
    here.skip()
    newest().say(others)
    newest().say(reacted) // waits
    const known = here.stories.size
    newest().say({ ...table, news: [], view: reacted.view, record: here.live.record })
    expect(here.view?.number).toBe(reacted.view.number)
    expect(here.news.map(({ event }) => event)).toEqual(['reacted'])
    expect(here.stories.size).toBe(known)
  })

  it('never waits to hide what only other eyes may see', () => {
    newest().say(table)
    newest().say(others)
    newest().say({ ...reacted, view: { ...reacted.view, looks: null } })
    expect(here.looks).toBeNull()
  })

  it('says the same again after a moment of silence', async () => {
    here.announcement = 'not here'
    expect(here.announcement).toBe('not here')
    here.announcement = 'not here'
    expect(here.announcement).toBe('')
    await vi.advanceTimersByTimeAsync(100)
    expect(here.announcement).toBe('not here')
  })

  it('does not show again what was taken back meanwhile', () => {
    newest().say(table)
    newest().say(mine)
    newest().break()
    vi.advanceTimersByTime(500)
    newest().open()
    newest().say(again)
    expect(here.view?.number).toBe(again.view.number)
    expect(here.lastStory).toEqual([])
    expect(here.stories.size).toBe(0)
  })

  it('knows the stories of the log', () => {
    newest().say(table)
    newest().say(mine)
    const [at] = here.stories.keys()
    expect(here.record?.log[at ?? -1]).toMatchObject({ seat: 0, resolve: expect.anything() })
    newest().say(back)
    expect(here.stories.size).toBe(0)
  })

  it('calls people of the same name by a letter', () => {
    const seats = table.view.shared.seats.map((seat) => ({ ...seat, name: 'Ada' }))
    newest().say({ ...table, view: withView(table.view, { seats, yours: [] }) })
    expect([here.name(0), here.name(1)]).toEqual(['Ada A', 'Ada B'])
  })
})

describe('a decision', () => {
  beforeEach(() => newest().say(table))

  it('is made for the number that comes next', async () => {
    const made = here.decision.make(reroll)
    expect(here.sending).toBe(true)
    expect(newest().sent.at(-1)).toMatchObject({ do: 'play', seat: 0, number: table.view.number + 1 })
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
    expect(here.sending).toBe(false)
  })

  it('is made again if only a word was said before', async () => {
    const said = { ...reacted, view: { ...table.view, number: table.view.number + 1 } }
    const made = here.decision.make(reroll)
    newest().say({ ...said, news: reacted.news.map((item) => ({ ...item, number: said.view.number })) })
    newest().say({ ...refused, id: lastId(), number: said.view.number })
    await vi.advanceTimersByTimeAsync(0)
    expect(newest().sent).toHaveLength(2)
    expect(newest().sent[1]).toMatchObject({ number: said.view.number + 1 })
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
    expect(here.refusal).toBeNull()
  })

  it('is not made about something that was not seen yet', async () => {
    newest().say({ ...others, view: { ...table.view, number: table.view.number + 1 } }) // is being shown
    newest().say({ ...mine, news: mine.news.map((item) => ({ ...item, number: 90 })), view: { ...table.view, number: 90 } })
    expect(here.view?.number).toBe(table.view.number + 1)
    expect(await here.decision.make(reroll)).toBe(false)
    expect(newest().sent).toHaveLength(0)
    expect(here.view?.number).toBe(90) // but now it is
    void here.decision.make(reroll)
    expect(newest().sent).toHaveLength(1)
  })

  it('is made once, however quickly the player clicks', async () => {
    const made = here.decision.make(reroll)
    expect(await here.decision.make(reroll)).toBe(false) // while it is not answered
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
    expect(await here.decision.make(reroll)).toBe(false) // nor by the second half of a double click
    expect(newest().sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(340)
    expect(here.decision.isPossible).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(here.decision.isPossible).toBe(true)
    void here.decision.make(reroll)
    expect(newest().sent).toHaveLength(2)
  })

  it('is not made while the connection is lost, and may be made when it is back', async () => {
    newest().break()
    expect([here.lost, here.decision.isPossible]).toEqual([true, false])
    expect(await here.decision.make(reroll)).toBe(false)
    expect(here.refusal?.code).toBe('offline')
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    newest().say(table)
    expect([here.lost, here.decision.isPossible]).toEqual([false, true])
    void here.decision.make(reroll)
    expect(newest().sent).toHaveLength(1)
  })

  it('is sent again with the same number when the connection broke before the answer', async () => {
    const made = here.decision.make(reroll)
    const sent = newest().sent.at(-1)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    expect([here.decision.isSent, here.lost]).toEqual([true, true])
    newest().open()
    expect(newest().sent).toEqual([]) // not before the table shows whether it was made
    newest().say(table)
    await vi.advanceTimersByTimeAsync(0)
    expect(newest().sent).toMatchObject([{ do: 'play', number: sent && 'number' in sent ? sent.number : 0, decision: reroll }])
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
    expect([here.decision.isSent, here.refusal]).toEqual([false, null])
  })

  it('is sent again on a shared screen after its hand is shown again', async () => {
    const shared = (looks: number | null): TableMessage => ({ ...table, view: { ...table.view, yours: [0, 1], looks } })
    newest().say(shared(0))
    const made = here.decision.make(reroll)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    newest().say(shared(null)) // a new connection shows no hand
    await vi.advanceTimersByTimeAsync(0)
    expect(newest().sent).toMatchObject([{ do: 'look', seat: 0 }])
    newest().say({ ...shared(0), done: lastId() })
    await vi.advanceTimersByTimeAsync(0)
    expect(newest().sent.slice(1)).toMatchObject([{ do: 'play', seat: 0, decision: reroll }])
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
    expect(here.refusal).toBeNull()
  })

  it('is not sent again if it was made before the connection broke', async () => {
    const made = here.decision.make(reroll)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    newest().say({ ...table, news: mine.news, view: mine.view, record: mine.record ?? table.record })
    expect(await made).toBe(true)
    expect(newest().sent).toEqual([])
    expect(here.refusal).toBeNull()
  })

  it('is not taken for made where a bot decided instead, and the page says so', async () => {
    const made = here.decision.make(reroll)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    const news = mine.news.map((item) => ({ ...item, stand_in: true }) as News)
    const log = [...(table.record?.log ?? []), ...mine.news.flatMap((item) => ('entries' in item ? (item.entries ?? []) : []))]
    newest().say({ ...table, news, view: mine.view, record: table.record && { ...table.record, log } })
    await vi.advanceTimersByTimeAsync(0)
    newest().say({ ...refused, id: lastId(), code: 'stale', number: mine.view.number })
    expect(await made).toBe(false)
    expect(here.refusal?.code).toBe('stale')
  })

  it('survives a silent network: it is sent again when that is back', async () => {
    const made = here.decision.make(reroll)
    newest().isSilent = true
    await vi.advanceTimersByTimeAsync(4600)
    expect([here.decision.isSent, here.lost]).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    newest().say(table)
    await vi.advanceTimersByTimeAsync(0)
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
  })

  it('is given up, and the page says so, if the server never answers', async () => {
    const made = here.decision.make(reroll)
    let sockets = 0
    while (here.decision.isSent && sockets < 20) {
      await vi.advanceTimersByTimeAsync(8100) // the connection works, but there is no answer
      if (newest().readyState === FakeSocket.OPEN) continue
      newest().open()
      newest().say(table)
      sockets += 1
    }
    expect(await made).toBe(false)
    expect(here.refusal?.code).toBe('offline')
    expect(sockets).toBeLessThan(10)
  })

  it('may be made again at once if it was refused', async () => {
    const made = here.decision.make(reroll)
    newest().say({ ...refused, id: lastId(), number: undefined })
    expect(await made).toBe(false)
    expect(here.decision.isPossible).toBe(true)
    void here.decision.make(reroll)
    expect(newest().sent).toHaveLength(2)
  })

  it('is made while a word is not answered for', async () => {
    const said = here.send({ do: 'react', seat: 0, reaction: 'thanks' })
    const word = lastId()
    expect([here.sending, here.decision.isPossible]).toEqual([true, true])
    const made = here.decision.make(reroll)
    newest().say({ ...mine, done: lastId() })
    expect(await made).toBe(true)
    expect(here.sending).toBe(true)
    newest().say({ ...reacted, done: word })
    await said
    expect(here.sending).toBe(false)
  })

  it('is not made again if the game went on', async () => {
    const made = here.decision.make(reroll)
    newest().say(mine)
    newest().say({ ...refused, id: lastId(), number: mine.view.number })
    expect(await made).toBe(false)
    expect(newest().sent).toHaveLength(1)
    expect(here.refusal?.number).toBe(mine.view.number)
  })

  it('is made again if the game went on and it is a resignation', async () => {
    const made = here.resign(0)
    newest().say(mine)
    newest().say({ ...refused, id: lastId(), number: mine.view.number })
    await vi.advanceTimersByTimeAsync(0)
    expect(newest().sent).toHaveLength(2)
    expect(newest().sent[1]).toMatchObject({ number: mine.view.number + 1, decision: { resign: true } })
    newest().say({ ...others, done: lastId() })
    expect(await made).toBe(true)
    expect(here.refusal).toBeNull()
  })

  it('is not taken for made because the seat had moved, if it is a resignation', async () => {
    const made = here.resign(0)
    newest().break()
    await vi.advanceTimersByTimeAsync(1000)
    newest().open()
    newest().say({ ...table, news: mine.news, view: mine.view, record: mine.record ?? table.record })
    await vi.advanceTimersByTimeAsync(0)
    expect(newest().sent.at(-1)).toMatchObject({ decision: { resign: true } })
    newest().say({ ...others, done: lastId() })
    expect(await made).toBe(true)
  })
})

describe('hints', () => {
  beforeEach(() => newest().say(table))

  it('do not keep the player from playing, and come too late then', async () => {
    const asked = here.askHints(1)
    expect([here.hinting, here.sending]).toEqual([true, false])
    const id = lastId()
    newest().say(mine)
    newest().say({ ...hints, id })
    await asked
    expect(here.hints).toEqual([])
    expect(here.hinting).toBe(false)
  })

  it('stay until the next move', async () => {
    const asked = here.askHints(1)
    newest().say({ ...hints, id: lastId() })
    await asked
    expect(here.hints).toHaveLength(1)
    newest().say(mine)
    expect(here.hints).toEqual([])
  })
})
