import { beforeAll, describe, expect, it } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import type { HintDoc } from '../../net/wire'
import { followed, shownHints } from './hints'

const hint = (entry: object, chance = 0.5): HintDoc => ({
  entry: entry as HintDoc['entry'],
  chance,
  move: '',
  lowest: 3,
  points: 2,
  measure: 'chance',
  value: chance,
  reason: '',
  said: [['Scores', { gains: [['R', 2]], lowest: '' }]],
})
const HINTS = [
  hint(
    {
      seat: 0,
      place: 'RB',
      at: [
        [1, 0],
        [2, 0],
      ],
    },
    0.61,
  ),
  hint({
    seat: 0,
    place: 'GG',
    at: [
      [0, 1],
      [1, 1],
    ],
  }),
  hint({ seat: 0, swap: ['RB', 'GG'] }),
]
const hints = () => shownHints(HINTS, { name: () => 'Ben', sides: [[0], [1]] })

beforeAll(() => load('en'))

describe('hints', () => {
  it('are described in words, also those that are not about placing', () => {
    expect(hints().map(({ reason }) => reason)).toEqual(['Scores 2 red', 'Scores 2 red', 'Scores 2 red'])
    expect(hints()[2]?.laid).toBeNull()
  })

  it('are followed by a tile that lies the same way, however it is spelled', () => {
    expect(
      followed(hints(), {
        tile: 'BR',
        at: [
          [2, 0],
          [1, 0],
        ],
      }),
    ).toBe(0)
    expect(
      followed(hints(), {
        tile: 'RB',
        at: [
          [2, 0],
          [1, 0],
        ],
      }),
    ).toBe(-1)
    expect(followed(hints(), null)).toBe(-1)
  })

  it('tell the two orders of a double apart', () => {
    const double = (at: object): HintDoc => hint({ seat: 0, place: 'RR', at })
    const both = shownHints(
      [
        double([
          [1, 0],
          [2, 0],
        ]),
        double([
          [2, 0],
          [1, 0],
        ]),
      ],
      { name: () => '', sides: [] },
    )
    expect(
      followed(both, {
        tile: 'RR',
        at: [
          [1, 0],
          [2, 0],
        ],
      }),
    ).toBe(0)
    expect(
      followed(both, {
        tile: 'RR',
        at: [
          [2, 0],
          [1, 0],
        ],
      }),
    ).toBe(1)
    expect(
      followed(both.slice(0, 1), {
        tile: 'RR',
        at: [
          [2, 0],
          [1, 0],
        ],
      }),
    ).toBe(0)
  })
})
