import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { FakeSocket, newest } from '../../../testing/socket'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { ResultDoc, Rules, SeatView, TableMessage } from '../../net/wire'
import { TableState } from '../state.svelte'
import { spoken, timeLeft } from './clock.svelte'
import { headline, placesOf as placesBy, reasonOf } from './results'
import { passTo, statusOf } from './who'

const table = recorded.table as unknown as TableMessage
const person = (name: string): SeatView => ({ kind: 'open', name, taken: true })
const rules = (game: Rules['game'], sides: number[][]): Rules => ({ ...table.view.shared.rules, game, sides })
/** Ranked by the pegs from the lowest up, or by what is given. */
const placesOf = (rules: Rules, result: ResultDoc, by = result.scores.map((pegs) => pegs.toSorted((a, b) => a - b))) =>
  placesBy(rules, result, { ranked_by: by })
const result = (scores: number[][], ranks: number[], reason: ResultDoc['reason'] = 'board-full'): ResultDoc => ({ reason, scores, ranks })

let here: TableState

function come(view: ViewFields, more: Partial<TableMessage> = {}): void {
  newest().say({ ...table, ...more, view: withView(table.view, view) })
}

beforeAll(() => load('en'))
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  here = new TableState('table', '')
  newest().open()
})
afterEach(() => {
  here.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the places', () => {
  it('show as many of the lowest pegs as are needed', () => {
    const places = placesOf(
      rules('classic', [[0], [1], [2]]),
      result(
        [
          [5, 9, 7, 9, 9, 9],
          [18, 5, 6, 9, 9, 9],
          [9, 9, 9, 9, 9, 3],
        ],
        [1, 2, 3],
      ),
    )
    expect(places).toEqual([
      { rank: 1, seats: [0], values: [5, 7] },
      { rank: 2, seats: [1], values: [5, 6] },
      { rank: 3, seats: [2], values: [3] },
    ])
  })

  it('are per side in a team game, and count pegs in the duel', () => {
    const team = placesOf(
      rules('team', [
        [0, 2],
        [1, 3],
      ]),
      result(
        [
          [9, 9, 9, 9, 9, 8],
          [9, 9, 9, 9, 9, 9],
          [9, 9, 9, 9, 9, 8],
          [9, 9, 9, 9, 9, 9],
        ],
        [3, 1, 3, 1],
      ),
    )
    expect(team.map(({ rank, seats }) => [rank, seats])).toEqual([
      [1, [1, 3]],
      [2, [0, 2]],
    ])
    const duel = placesOf(
      rules('duel', [[0], [1]]),
      result(
        [
          [2, -1, -3, 0, 4, 9],
          [-2, 1, 3, 0, -4, -9],
        ],
        [1, 2],
      ),
      [
        [3, 2, 4, 9],
        [2, 1, 3],
      ],
    )
    expect(duel.map(({ values }) => values)).toEqual([[3], [2]])
  })
})

describe('where a player resigned', () => {
  it('there are no values, whatever the pegs are', () => {
    const far = result(
      [
        [5, 9, 9, 9, 9, 9],
        [4, 9, 9, 9, 9, 9],
      ],
      [2, 1],
      'resigned',
    )
    expect(placesOf(rules('classic', [[0], [1]]), far)).toEqual([
      { rank: 1, seats: [1], values: [], resigned: false },
      { rank: 2, seats: [0], values: [], resigned: true },
    ])
  })
})

describe('the end', () => {
  const won = placesOf(
    rules('classic', [[0], [1]]),
    result(
      [
        [5, 5, 5, 5, 5, 5],
        [4, 4, 4, 4, 4, 4],
      ],
      [1, 2],
    ),
  )

  it('has a text for the winner, the loser and spectators', () => {
    const seats = [person('Ada'), person('Ben')]
    come({ seats, yours: [0] })
    expect(headline(here, won)).toBe('You win')
    come({ seats, yours: [1], looks: 1 })
    expect(headline(here, won)).toBe('Ada wins')
    come({ seats, yours: [0, 1], looks: null })
    expect(headline(here, won)).toBe('Ada wins')
  })

  it('may be shared, a team’s, or a score', () => {
    const seats = ['Ada', 'Ben', 'Cem', 'Dora'].map(person)
    come({ seats, yours: [0] })
    const even = result(
      [
        [5, 5, 5, 5, 5, 5],
        [5, 5, 5, 5, 5, 5],
      ],
      [1, 1],
    )
    expect(headline(here, placesOf(rules('classic', [[0], [1]]), even))).toBe('You share the win')
    const team = result(
      [
        [5, 5, 5, 5, 5, 5],
        [4, 4, 4, 4, 4, 4],
      ],
      [1, 3],
    )
    expect(
      headline(
        here,
        placesOf(
          rules('team', [
            [0, 2],
            [1, 3],
          ]),
          team,
        ),
      ),
    ).toBe('You and Cem win')
    expect(headline(here, placesOf(rules('solo', [[0]]), result([[7, 8, 9, 9, 9, 9]], [1])))).toBe('You scored 7')
  })

  it('has a reason if the pegs do not show it', () => {
    const log = [{ seat: 1, resign: true as const }]
    come({ yours: [0], seats: [person('Ada'), person('Ben')] }, { record: { ...(table.record as NonNullable<typeof table.record>), log } })
    expect(reasonOf(here, result([], [], 'resigned'))).toBe('Ben resigned.')
    expect(reasonOf(here, result([], [], 'board-full'))).toBe('')
  })

  it('by a standstill says why no player is on 7 and what decides', async () => {
    come({ yours: [0], seats: [person('Ada'), person('Ben')] })
    const still = result(
      [
        [3, 3, 3, 3, 3, 0],
        [3, 3, 3, 3, 2, 0],
      ],
      [1, 2],
      'stalled',
    )
    expect(headline(here, placesOf(rules('cards', [[0], [1]]), still))).toBe('You win')
    const said = {
      en: /all six pegs on 7.*lowest peg decides/,
      de: /alle sechs Stifte auf 7.*entscheidet/,
      fr: /ses six pions à 7.*décide/,
    }
    const heard: Record<string, string> = {}
    for (const language of ['de', 'fr', 'en'] as const) {
      await load(language)
      heard[language] = reasonOf(here, still)
    }
    for (const [language, words] of Object.entries(said)) expect(heard[language]).toMatch(words)
  })
})

describe('what the table waits for', () => {
  const seats = [person('Ada'), person('Ben')]
  const turn = { seat: 1, kind: 'place' as const }

  it('is the viewer, another player, or the next player at a shared screen', () => {
    come({ seats, yours: [1], looks: 1, turn })
    expect(statusOf(here)).toBe('Your turn')
    come({ seats, yours: [0], looks: 0, turn })
    expect(statusOf(here)).toBe('Ben’s turn')
    come({ seats, yours: [0, 1], looks: null, turn })
    expect([passTo(here), statusOf(here)]).toEqual([1, 'Pass the device to Ben'])
    come({ seats, yours: [0, 1], looks: 1, turn })
    expect([passTo(here), statusOf(here)]).toEqual([null, 'Ben’s turn'])
  })

  it('is a bot if a player left', () => {
    come({ seats: [person('Ada'), { ...person('Ben'), away: true }], yours: [1], looks: 1, turn })
    expect(here.acting).toBe(false)
    expect(statusOf(here)).toBe('A bot is playing for you')
  })
})

describe('a clock', () => {
  it('goes by the time of the server', () => {
    const settings = { ...table.settings, clock: { kind: 'total' as const, seconds: 600, increment: 0 } }
    vi.setSystemTime(1000)
    const seats = [person('Ada'), person('Ben')]
    const view = { seats, since: 50_000, deadline: 80_000, left: [30_000, 45_000], turn: { seat: 0, kind: 'place' as const } }
    come(view, { settings, now: 51_000 })
    expect(timeLeft(here, 0)).toBe(29_000)
    expect(timeLeft(here, 1)).toBe(45_000)
    vi.setSystemTime(11_000)
    expect(timeLeft(here, 0)).toBe(19_000)
  })

  it('is shown in minutes, hours and days', () => {
    expect([0, 900, 59_001, 3_600_000, 90_061_000].map(spoken)).toEqual(['0:00', '0:01', '1:00', '1:00:00', '1d 1h'])
  })
})
