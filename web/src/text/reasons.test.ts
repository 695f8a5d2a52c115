import { describe, expect, it } from 'vitest'
import type { HintDoc, ReasonPart } from '../net/wire'
import { LANGUAGES } from '../app/prefs.svelte'
import { reasonOf } from './reasons'
import { load } from '../i18n/catalogue.svelte'

const NAMES = ['Ada', 'Ben', 'Cy', 'Dora']
const hint = (said: ReasonPart[]): HintDoc => ({
  entry: { seat: 0, keep: true },
  move: '',
  chance: 0.5,
  lowest: 3,
  points: 2,
  measure: 'chance',
  value: 0.5,
  reason: '',
  said,
})
const why = (said: ReasonPart[], sides = [[0], [1]]): string => reasonOf(hint(said), { name: (seat) => NAMES[seat] ?? '', sides })

/** One part of every kind, in each of its forms. */
const ALL: ReasonPart[] = [
  ['Wins', {}],
  ['Ends', { ending: 'board-full', winners: [0] }],
  ['Ends', { ending: 'stalled', winners: [0, 1] }],
  ['Ends', { ending: 'stalled', winners: [1] }],
  ['Ends', { ending: 'stalled', winners: [1, 2] }],
  [
    'Scores',
    {
      gains: [
        ['G', 4],
        ['R', 1],
      ],
      lowest: 'G',
    },
  ],
  ['ScoresNothing', {}],
  ['EarnsBonus', { colours: 'R', bonus: 'tile' }],
  ['EarnsBonus', { colours: 'RG', bonus: 'card' }],
  ['EarnsBonus', { colours: 'R', bonus: 'turn' }],
  ['Pulls', { colours: 'B', to: 'over' }],
  ['Pulls', { colours: 'B', to: 'side' }],
  ['Pulls', { colours: 'B', to: 'middle' }],
  ['TakesTokens', { colours: 'G' }],
  ['TakesTokens', { colours: 'GB' }],
  ['TakesAway', { seat: 1, colour: 'R', points: 6 }],
  ['OpensNothing', { seats: [1] }],
  ['SetsUp', { colour: 'G', points: 5, is_lowest: true }],
  ['Loses', { points: 2, hole: 18, blockers: '' }],
  ['Loses', { points: 1, hole: 3, blockers: 'O' }],
  ['Loses', { points: 1, hole: 3, blockers: 'ORP' }],
  ['HasNoLowest', { pieces: 'tiles', lowest: 'G' }],
  ['HasNoLowest', { pieces: 'cards', lowest: 'G' }],
  ['ExchangesFinished', { colours: 'R', tiles: 1 }],
  ['ExchangesFinished', { colours: 'RG', tiles: 3 }],
  ['Keeps', { pieces: 'tiles', gains: [['R', 4]], draws: 1 }],
  ['Keeps', { pieces: 'cards', gains: [['R', 4]], draws: 1 }],
  ['Keeps', { pieces: 'tiles', gains: [], draws: 1 }],
  ['Keeps', { pieces: 'cards', gains: [], draws: 1 }],
  ['ShowsLowest', { colours: 'P' }],
  ['ShowsLowest', { colours: 'PR' }],
  ['Clears', { colour: 'Y', seat: 1 }],
  ['ScoresWild', { colours: 'P' }],
  ['RollsBetter', { rolls: 3, of: 4 }],
  ['RollsBetter', { rolls: 1, of: 1 }],
  ['RollsBetter', { rolls: 0, of: 1 }],
  ['RollsLeft', { rolls: 2 }],
  ['HasNoRisk', {}],
  ['GoesOut', { times: 1, of: 3, is_sure: false }],
  ['GoesOut', { times: 1, of: 1, is_sure: true }],
  ['GoesOut', { times: 0, of: 1, is_sure: true }],
  ['GoesOut', { times: 1, of: 1, is_sure: false }],
  ['GoesOut', { times: 0, of: 1, is_sure: false }],
  ['Risks', { points: 4, bonus: false }],
  ['Risks', { points: 4, bonus: true }],
  ['LeavesOpen', { colour: 'Y', points: 2 }],
  ['HopesFor', { colour: 'R', points: 3, is_lowest: false }],
  ['GivesUp', {}],
]

describe('a reason', () => {
  it('is written part by part', async () => {
    await load('en')
    expect(
      why([
        [
          'Scores',
          {
            gains: [
              ['G', 4],
              ['R', 1],
            ],
            lowest: 'G',
          },
        ],
        ['TakesAway', { seat: 1, colour: 'R', points: 6 }],
      ]),
    ).toBe('Scores 4 green (your lowest) and 1 red; keeps 6 red from Ben')
    expect(why([['RollsBetter', { rolls: 1, of: 6 }]])).toBe('1 in 6 rolls is better')
    expect(why([['Ends', { ending: 'board-full', winners: [1] }]])).toBe('Fills the board, but Ben would win')
    expect(why([['Ends', { ending: 'board-full', winners: [0] }]], [[0]])).toBe('Fills the board')
  })

  it('names both players of another team', async () => {
    await load('de')
    expect(
      why(
        [['OpensNothing', { seats: [1] }]],
        [
          [0, 2],
          [1, 3],
        ],
      ),
    ).toBe('Bietet Ben und Dora nichts Neues')
  })

  it('counts people and colours', async () => {
    const ends: ReasonPart[] = [['Ends', { ending: 'board-full', winners: [1, 3] }]]
    const finished: ReasonPart[] = [['ExchangesFinished', { colours: 'RG', tiles: 1 }]]
    await load('de')
    expect(
      why(ends, [
        [0, 2],
        [1, 3],
      ]),
    ).toBe('Füllt den Spielplan, aber Ben und Dora gewinnen')
    expect(why(ends, [[0], [1], [2], [3]])).toBe('Füllt den Spielplan, aber Ben und Dora gewinnen')
    expect(why([['Ends', { ending: 'board-full', winners: [1] }]])).toBe('Füllt den Spielplan, aber Ben gewinnt')
    expect(why(finished)).toBe('Rot und Grün sind am Ziel: das Plättchen damit tauschen')
    expect(why([['ShowsLowest', { colours: 'RG' }]])).toBe('Legt aber Rot und Grün aus, deine niedrigsten Farben')
    await load('fr')
    expect(
      why(ends, [
        [0, 2],
        [1, 3],
      ]),
    ).toBe('Remplit le plateau, mais Ben et Dora gagnent')
  })

  it('leaves out parts that only a newer server knows', async () => {
    await load('en')
    const newer = ['Sings', {}] as unknown as ReasonPart
    expect(why([newer, ['ScoresNothing', {}], newer])).toBe('Scores nothing')
  })

  it.each(LANGUAGES)('is whole in %s, whatever it says', async (language) => {
    await load(language)
    const told = ALL.map((said) => why([said], [[0], [1], [2], [3]]))
    expect(new Set(told).size).toBe(ALL.length)
    for (const text of told) expect(text).toMatch(/^[^{}|#]{5,110}$/u)
  })
})
