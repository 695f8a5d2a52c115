import { cleanup, render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { screen } from '../../ui/screen.svelte'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { withView } from '../../../testing/view'
import type { BoardPosition, Rules, SeatView, TableMessage, View } from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import Boards from './Boards.svelte'
import type { Outlook } from './outlook.svelte'

const { table } = recorded as unknown as { table: TableMessage }
const seats: SeatView[] = ['Ada', 'Ben'].map((name) => ({ kind: 'open', name, taken: true }))
const PEGS = [
  [2, 0, 0, 0, 0, -1],
  [-2, 0, 0, 0, 0, 1],
]

let here: TableState

/** The boards of a table on a screen that both share, when it is the turn of a seat. */
function drawn(game: 'duel' | 'classic', seat: number, outlook: Outlook | null = null, laid = false) {
  const rules = { ...table.view.shared.rules, game, sides: [[0], [1]], goal: 9, bonus: [], laps: 1 } as Rules
  const position = { kind: 'board', pegs: PEGS, tokens: [null, null, null, null, null, null] } as unknown as BoardPosition
  const turn = { seat, kind: 'place' } as View['turn']
  const view = withView(table.view, { seats, rules, position, turn, yours: [0, 1], looks: seat })
  newest().say({ ...table, view, now: Date.now() })
  flushSync()
  const props = { view, position, outlook, laid, story: [], own: false, shown: null }
  const context = new Map([[KEY, here]])
  const both = (['others', 'mine'] as const).map((whose) => render(Boards, { props: { ...props, whose }, context }).container)
  const names = both.flatMap((root) => [...root.querySelectorAll('h2')].map((name) => name.textContent?.trim()))
  const told = both[0]?.querySelector('.hidden')?.textContent
  const [left, right] = [...(both[0]?.querySelectorAll('.count b') ?? [])].map((n) => n.textContent)
  const gain = both[0]?.querySelector('.gain')?.textContent
  const marked = [...(both[0]?.querySelectorAll('.socket') ?? [])].map((one) => one.getAttribute('class') ?? '')
  cleanup()
  return { names, told, count: [left, right], gain, marked }
}

beforeAll(() => load('en'))
beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  here = new TableState('table', '')
  newest().open()
  screen.width = 1440
  screen.height = 900
})
afterEach(() => {
  here.end()
  screen.width = innerWidth
  screen.height = innerHeight
  vi.unstubAllGlobals()
})

describe('two who share a screen', () => {
  it('have the same sides of a duel in every turn', () => {
    const [first, second] = [drawn('duel', 0), drawn('duel', 1)]
    expect(first.names).toEqual(['Ada', 'Ben'])
    expect(second).toEqual(first)
  })

  it('see what a tile would do on the side of the player who picked it', () => {
    const outlook = { next: [-2, 3, 0, 0, 0, 1], lost: [], called: [], tokens: ['O'] } as unknown as Outlook
    const { count, gain, marked } = drawn('duel', 1, outlook)
    expect(count).toEqual(['1', '2'])
    expect(gain).toBe('+3')
    expect(marked.map((one) => one.includes('taking')).indexOf(true)).toBe(3) // of orange, on the right
    const after = drawn('duel', 1, outlook, true)
    expect(after.told).toContain('token: Ben')
    expect(after.count).toEqual(['1', '2'])
  })

  it('have their score boards in the same places where both are as large', () => {
    expect(drawn('classic', 0).names).toEqual(['Ada', 'Ben'])
    expect(drawn('classic', 1).names).toEqual(['Ada', 'Ben'])
    screen.width = 390
    expect(drawn('classic', 0).names).toEqual(['Ada']) // the large board is that of the acting player
    expect(drawn('classic', 1).names).toEqual(['Ben'])
  })
})
