import { beforeAll, describe, expect, it } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import type { BoardPosition } from '../../net/wire'
import type { TableState } from '../state.svelte'
import type { Placing } from './placing.svelte'
import { groundOf } from '../../../testing/ground'
import { barStatus, gainsText } from './status'

beforeAll(() => load('en'))

const NOTHING = { held: null, gains: null, waits: false, asksOrder: false } as unknown as Placing

/** A table at which seat 1 has just placed and is to move still. */
function table(kind: string | null): TableState {
  return {
    game: 'classic',
    acting: false,
    yours: [0],
    absent: [],
    looks: 0,
    live: { view: null },
    decision: { isSent: false, pending: null },
    lastStory: [],
    record: {
      log: [
        {
          seat: 1,
          place: 'RB',
          at: [
            [0, 0],
            [1, 0],
          ],
        },
      ],
    },
    view: {
      turn: { seat: 1, kind },
      shared: { phase: 'playing', seats: [{}, {}], rules: { game: 'classic', goal: 18, bonus: [18] } },
    },
    name: (seat: number) => ['Ada', 'Ben'][seat],
    coach: { holds: false },
  } as unknown as TableState
}
const position = (due: number): BoardPosition => ({ ...groundOf(3, {}).position, due, bonus: due > 0, pegs: [[], [18, 0, 0, 0, 0, 0]] })
const says = (here: TableState, due: number, placing = NOTHING, rule: string | null = null) =>
  barStatus(here, position(due), placing, null, null, rule)

describe('the bar', () => {
  it('tells of a bonus while a placement is due', () => {
    expect(says(table(null), 1)).toMatchObject({ title: 'Ingenious!', text: 'Ben places a bonus tile', loud: true })
  })

  it('does not take the right to swap for a bonus', () => {
    expect(says(table(null), 0)).toEqual({ title: 'Ben’s turn', text: '10 tiles in the bag' })
  })

  it('says what to wait for if the player is absent, also for a bonus', () => {
    const here = { ...table(null), absent: [1] } as TableState
    const waits = { title: 'Ben is away', text: 'Wait, or come back later' }
    expect(says(here, 0)).toEqual(waits)
    expect(says(here, 1)).toEqual(waits)
  })

  it('says that there is no connection, and that a tile waits for it', () => {
    const here = { ...table('place'), acting: true, lost: true } as TableState
    expect(says(here, 1)).toMatchObject({ title: 'Offline', text: 'Your turn is safe, reconnecting…', loud: true })
    const waiting = { ...NOTHING, waits: true } as unknown as Placing
    expect(says(here, 1, waiting).text).toBe('Your tile stays, reconnecting…')
  })

  it('asks for a tile first if the player presses on the board without one', () => {
    const here = { ...table('place'), acting: true } as TableState
    expect(barStatus(here, position(1), NOTHING, null, null, null, true).text).toBe('Pick a tile first')
  })

  it('names the rule by which a tile may not lie there', () => {
    const here = { ...table('place'), acting: true } as TableState
    const refused = {
      tile: 'RB',
      at: [
        [0, 0],
        [1, 0],
      ],
      bad: true,
    }
    const placing = { ...NOTHING, held: refused, refused } as unknown as Placing
    expect(says(here, 1, placing, 'B6')).toMatchObject({ title: 'Not here', text: 'Needs two empty spaces', rule: 'B6' })
    const first = barStatus(here, { ...position(1), first_turn: true }, placing, null, null, null)
    expect(first).toMatchObject({ title: 'Not here', text: 'Cover a marked space', rule: null })
  })

  it('says what is in the way before it tells of the first turn, also after a try to turn', () => {
    const here = { ...table('place'), acting: true } as TableState
    const held = {
      tile: 'RB',
      at: [
        [0, 0],
        [1, 0],
      ],
      bad: true,
    }
    const told = (more: Partial<Placing>): string =>
      barStatus(here, { ...position(1), first_turn: true }, { ...NOTHING, held, refused: held, ...more } as Placing, null, null, null).text
    expect(told({ taken: true })).toBe('That space is taken')
    expect(told({ taken: true, stuck: 'none' })).toBe('That space is taken')
    expect(told({ outside: true })).toBe('Needs two empty spaces')
    expect(told({ stuck: 'none' })).toBe('Cover a marked space')
  })
})

it('tells the points of a tile half by half', () => {
  expect(gainsText('RB', [0, 0])).toBe('No points')
  expect(gainsText('RB', [2, 1])).toBe('2 red and 1 blue')
  expect(gainsText('RB', [0, 1])).toBe('1 blue')
  expect(gainsText('RR', [2, 1])).toBe('Red 2 + 1 = 3')
  expect(gainsText('RR', [0, 1])).toBe('1 red')
})
