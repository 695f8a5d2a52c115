import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { choose as prefer } from '../../app/prefs.svelte'
import { screen as room } from '../../ui/screen.svelte'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type {
  CardPosition,
  Choice,
  ClientMessage,
  HintDoc,
  Position,
  RefusedMessage,
  Rules,
  TableMessage,
  TilePosition,
  StoryEvent,
  UpdateMessage,
} from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import ChallengeTable from './ChallengeTable.svelte'

// What a real server said at a table of the Dice Challenge.
const { table, refused, reacted, updates } = recorded as unknown as {
  table: TableMessage
  refused: RefusedMessage
  reacted: UpdateMessage
  updates: UpdateMessage[]
}
const EVEN = {
  pegs: [
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ],
  ranked_by: [],
  ranks: [1, 1],
  due: 1,
}
const CARDS: ViewFields = {
  turn: { seat: 0, kind: 'play' },
  hands: [['RG', 'OB', 'YP'], 3],
  rules: { ...table.view.shared.rules, game: 'cards', held: 3, rolls: 0 },
  position: {
    ...EVEN,
    kind: 'cards',
    faceup: [
      ['RR', 'OO'],
      ['GG', 'BB'],
    ],
    deck: 60,
    discards: 0,
    closed: [null, null],
  } satisfies CardPosition,
}
const TILES: ViewFields = {
  turn: { seat: 0, kind: 'draw-or-free' },
  choices: { decisions: [{ draw: true }, { free: 'R' }, { free: 'G' }] },
  rules: { ...table.view.shared.rules, game: 'tiles', rolls: 0, areas: [] },
  position: {
    ...EVEN,
    kind: 'tiles',
    centre: 'RRG',
    drawn: '',
    pool: 90,
    unseen: [15, 15, 15, 15, 15, 15],
    risk: 0,
    bust: '',
  } satisfies TilePosition,
}

/** What a decision does, as the server of these tests has it: the peg of its first colour goes one step. */
function storyOf(choice: Choice): StoryEvent[] {
  const { play, first, free } = choice
  const colour = play !== undefined ? (first ?? play[0]) : free
  if (!colour) return []
  const moved: StoryEvent = ['PegMoved', { seat: 0, symbol: colour, start: 0, end: 1, lost: 0, why: '', blockers: '' } as never]
  if (play === undefined) return [moved]
  return [moved, ['FaceUpReplaced', { seat: 0, discarded: 'RR', faceup: ['OO', play] }]]
}

/** A server that says at once what a decision would do, and nothing of what was decided. */
class Server extends FakeSocket {
  override send(text: string): void {
    super.send(text)
    const order = JSON.parse(text) as ClientMessage
    if (order.do !== 'preview') return
    queueMicrotask(() => this.say({ type: 'preview', id: order.id ?? null, story: storyOf(order.decision as Choice) }))
  }
}

let here: TableState
/** Sit down at a table. */
async function sit(view: ViewFields): Promise<void> {
  newest().say({ ...table, view: withView(table.view, view) })
  render(ChallengeTable, { context: new Map([[KEY, here]]) })
  flushSync()
  await settle()
}
const settle = (ms = 20): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const press = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
  await fireEvent.keyDown(document.body, { key, ...more })
  await settle()
}
const decided = (): Choice[] => newest().sent.flatMap((order) => (order.do === 'play' ? [order.decision as Choice] : []))
const lastId = (): number => Number(newest().sent.at(-1)?.id)
/** The player's own pegs as they are read aloud. */
const pegs = (): string => screen.getAllByRole('region', { name: 'You' })[0]?.textContent ?? ''
const leaving = (): string[] => [...document.querySelectorAll('.leaving')].map((one) => one.getAttribute('data-testid') ?? '')

beforeAll(() => load('en'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Server)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  for (const side of ['clientWidth', 'clientHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600)
  }
  vi.spyOn(HTMLElement.prototype, 'animate').mockReturnValue({ cancel: () => {} } as Animation)
  prefer({ confirm: false })
  here = new TableState('table', '')
  newest().open()
})
afterEach(() => {
  cleanup()
  here.end()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a card that was played', () => {
  beforeEach(() => sit(CARDS))

  it('is the one that leaves, whatever is picked before the answer', async () => {
    await press('1')
    await press('1')
    expect(decided()).toMatchObject([{ play: 'RG' }])
    const seen = pegs()
    expect(leaving()).toEqual(['hand-0'])
    expect(screen.getByRole('img', { name: 'You, on the table: orange/orange and red/green' })).toBeTruthy()
    for (const key of ['2', '2', 'ArrowRight', 'ArrowDown', 'Escape', 'Enter']) await press(key)
    await fireEvent.click(screen.getByTestId('hand-2'))
    await settle()
    expect(leaving()).toEqual(['hand-0'])
    expect(screen.getByTestId('hand-0').getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('img', { name: 'You, on the table: orange/orange and red/green' })).toBeTruthy()
    expect(pegs()).toBe(seen)
    expect(decided()).toHaveLength(1)
  })

  it('comes back when it is refused, and another one can be played at once', async () => {
    await press('1')
    await press('1')
    newest().say({ ...refused, id: lastId(), number: undefined })
    await settle()
    expect(leaving()).toEqual([])
    await press('2')
    await press('2')
    expect(decided()).toMatchObject([{ play: 'RG' }, { play: 'OB' }])
  })

  it('is not played by the key that is held', async () => {
    await press('1')
    await press('1', { repeat: true })
    await press('Enter', { repeat: true })
    expect(screen.getByTestId('hand-0').getAttribute('aria-pressed')).toBe('true')
    expect(decided()).toEqual([])
  })
})

it('takes the free score that was chosen, whatever is chosen before the answer', async () => {
  await sit(TILES)
  await press('1')
  await press('1')
  expect(decided()).toMatchObject([{ free: 'R' }])
  const seen = pegs()
  await press('4')
  await press('Escape')
  await fireEvent.click(screen.getByTestId('centre-G'))
  await settle()
  expect(screen.getByTestId('free-R').querySelector('input')?.checked).toBe(true)
  expect(screen.getByTestId('free-R').closest('[inert]')).not.toBeNull()
  expect(pegs()).toBe(seen)
  expect(decided()).toHaveLength(1)
})

/** The hints that come when they are asked for. */
async function advise(...entries: object[]): Promise<void> {
  here.hints = entries.map((entry, k) => ({
    ...{ entry: { seat: 0, ...entry }, move: '', chance: 0.5, lowest: 3, points: 1, measure: 'chance', value: 0.5 - k / 10 },
    ...{ reason: '', said: [['ScoresNothing', {}]] },
  })) as unknown as HintDoc[]
  flushSync()
  await settle()
}
const marks = (where: string): (string | null)[] =>
  [...document.querySelectorAll(`${where} [data-testid=hint-mark]`)].map((one) => one.textContent)
const pressed = (): string | undefined => document.querySelector<HTMLElement>('.one[aria-pressed=true]')?.dataset.testid

describe('hints', () => {
  it('show the best card at once, and the others by their numbers', async () => {
    await sit(CARDS)
    await advise({ play: 'OB', first: 'B' }, { play: 'RG', first: 'R' })
    expect(screen.getByTestId('hand-1').getAttribute('aria-pressed')).toBe('true')
    expect([marks('[data-testid=hand-0]'), marks('[data-testid=hand-1]')]).toEqual([['2'], ['1']])
    expect(pressed()).toBe('hint-0')
    await press('3') // a card of one's own choice
    expect(pressed()).toBeUndefined()
  })

  it('leave a card that is picked already', async () => {
    await sit(CARDS)
    await press('3')
    await advise({ play: 'OB', first: 'B' })
    expect(screen.getByTestId('hand-2').getAttribute('aria-pressed')).toBe('true')
  })

  it('lie on the tiles and on the buttons that they are about', async () => {
    await sit(TILES)
    await advise({ draw: true }, { free: 'G' })
    expect(screen.getByTestId('draw').dataset.previewed).toBe('true')
    expect([marks('[data-testid=draw]'), marks('[data-testid=centre-G]'), marks('.next')]).toEqual([['1'], ['2'], ['1']])
    screen.getByTestId('hint-1').click()
    await settle()
    expect(screen.getByTestId('centre-G').getAttribute('aria-pressed')).toBe('true')
    expect(marks('[data-testid=score]')).toEqual(['2'])
  })

  it('arrange the dice, or say to roll again', async () => {
    await sit({})
    const uses = [...(table.view.shared.position as { dice: string[] }).dice[0]!].map((_, match) => ({ match }))
    await advise({ reroll: true }, { resolve: uses.toReversed() })
    expect(screen.getByTestId('roll').dataset.previewed).toBe('true')
    expect(marks('[data-testid=roll]')).toEqual(['1'])
    screen.getByTestId('hint-1').click()
    await settle()
    expect([screen.getByTestId('score').dataset.previewed, marks('[data-testid=score]')]).toEqual(['true', ['2']])
  })
})

describe('the order of a card', () => {
  it('is asked for only where the server says that it matters', async () => {
    await sit({ ...CARDS, choices: { order_matters: ['OB'] } })
    await press('1')
    expect(screen.queryByTestId('first-R')).toBeNull()
    await press('ArrowDown')
    await press('Enter')
    expect(decided()).toMatchObject([{ play: 'RG', first: 'R' }])
  })

  it('can be chosen there', async () => {
    await sit({ ...CARDS, choices: { order_matters: ['OB'] } })
    await press('2')
    expect(screen.getByTestId('first-O')).toBeTruthy()
    await press('ArrowDown')
    await press('Enter')
    expect(decided()).toMatchObject([{ play: 'OB', first: 'B' }])
  })
})

describe('dice in the air', () => {
  beforeEach(() => sit({}))

  it('can neither be scored nor arranged before they lie', async () => {
    await press('r')
    const roll = { seat: 0, roll: ['B', 'B', 'R', 'O'] }
    const story: StoryEvent[] = [['Rolled', { seat: 0, dice: 'BBRO', roll: 3 }]]
    const played = updates[0]?.news[0]
    const view = withView(table.view, {
      number: 3,
      turn: { seat: 0, kind: 'use' },
      position: {
        ...(table.view.shared.position as object),
        ...{ dice: ['BBRO', 'POYB'], rolls: 3, uses: { match: [1, 1, 0, 1], equal: [[0, 1]], wild: [0, 0, 1, 2, 3] } },
      } as Position,
    })
    newest().say({ ...updates[0]!, news: [{ ...played, entries: [roll], story } as never], view, done: lastId() })
    await settle(360)
    expect(here.decision.isPossible).toBe(true)
    expect(screen.getByTestId('die-0').closest('[inert]')).not.toBeNull()
    expect(screen.getByTestId('score').getAttribute('aria-disabled')).toBe('true')
    await press('s')
    await fireEvent.click(screen.getByTestId('score'))
    expect(decided()).toHaveLength(1)
    await settle(100)
    expect(screen.getByTestId('die-0').closest('[inert]')).toBeNull()
    // Words that are said meanwhile do not throw them again.
    newest().say({ ...reacted, view: { ...view, number: 4 } })
    await settle(20)
    expect(screen.getByTestId('die-0').closest('[inert]')).toBeNull()
    await press('s')
    expect(decided()).toHaveLength(2)
  })
})

describe('two who share a screen', () => {
  it.each([0, 1])('have their score boards in the same places, also in the turn of seat %i', async (seat) => {
    room.width = 1440
    room.height = 900
    const seats = ['Ada', 'Ben'].map((name) => ({ kind: 'open' as const, name, taken: true }))
    const sides = [[0], [1]]
    const rules = { ...(TILES.rules as Rules), sides }
    await sit({ ...TILES, rules, seats, yours: [0, 1], looks: seat, turn: { seat, kind: 'draw-or-free' } })
    const names = [...document.querySelectorAll('.panel .name')].map((one) => one.textContent)
    expect(names).toEqual(['Ada', 'Ben'])
    room.width = innerWidth
    room.height = innerHeight
  })
})
