import { beforeEach, describe, expect, it } from 'vitest'
import { placed } from '../../testing/events'
import type { StoryEvent } from '../net/wire'
import { gainsOf, summed } from './story'
import { describeStory } from './tell'
import { load } from '../i18n/catalogue.svelte'

const name = (seat: number): string => ['Nora', 'Ben'][seat] ?? '?'

const placing: StoryEvent[] = [
  placed('RB'),
  ['Counted', { seat: 0, symbol: 'R', space: [0, 0], rays: [0, 0, 0, 0, 0, 0], points: 0 }],
  ['Counted', { seat: 0, symbol: 'B', space: [1, 0], rays: [3, 0, 0, 0, 0, 0], points: 3 }],
  ['PegMoved', { seat: 0, symbol: 'B', start: 16, end: 18, lost: 1, why: 'B10', blockers: '' }],
  ['CalledIngenious', { seat: 0, symbol: 'B', why: 'B11' }],
]
const double: StoryEvent[] = [
  placed('GG', { seat: 1, bonus: true }),
  ['Counted', { seat: 1, symbol: 'G', space: [0, 0], rays: [0, 2, 0, 0, 0, 0], points: 2 }],
  ['Counted', { seat: 1, symbol: 'G', space: [1, 0], rays: [0, 3, 0, 0, 0, 0], points: 3 }],
  ['Drew', { seat: 1, count: 1, shown: [] }],
  ['TurnBegan', { seat: 0, bonus: false }],
]
const swapped: StoryEvent[] = [
  ['Shown', { seat: 1, pieces: ['RB', 'OP'], why: 'B13' }],
  ['Drew', { seat: 1, count: 2, shown: [] }],
  ['PutBack', { seat: 1, pieces: ['RB', 'OP'] }],
]
const dice: StoryEvent[] = [
  [
    'Matched',
    {
      seat: 0,
      symbol: 'B',
      by: [
        [1, 0],
        [1, 2],
      ],
    },
  ],
  ['Matched', { seat: 0, symbol: 'Y', by: [] }],
  ['WildScored', { seat: 0, dice: [0, 3], symbol: 'P', points: 1 }],
  ['PegMoved', { seat: 0, symbol: 'P', start: 3, end: 3, lost: 1, why: 'F2', blockers: 'RO' }],
]

describe('in English', () => {
  beforeEach(() => load('en'))

  it('describes a placement, lost points and the call', () => {
    expect(describeStory(placing, name)).toEqual([
      'Nora placed red/blue: 3 blue.',
      'One point lost: blue can go no further.',
      'Ingenious! Nora completed blue.',
    ])
  })

  it('adds up the halves of a double, and omits the next turn', () => {
    expect(describeStory(double, name)).toEqual(['Ben placed green/green as a bonus: 5 green.'])
  })

  it('distinguishes a swap from a discarded hand', () => {
    expect(describeStory(swapped, name)).toEqual(['Ben swapped 2 tiles: red/blue and orange/purple.'])
    expect(describeStory(swapped.slice(0, 2), name)).toEqual(['Ben discarded 2 cards: red/blue and orange/purple.'])
  })

  it('says that a standstill ends the game and who has won it', () => {
    expect(describeStory([['Ended', { reason: 'stalled', why: 'G8' }]], name)).toEqual([
      'No peg has moved for a long time, so the game ends before anyone has all six pegs on 7. The player in first place wins.',
    ])
  })

  it('describes all dice of a turn together, and why a peg stops', () => {
    expect(describeStory(dice, name)).toEqual([
      'Nora scored the dice: 2 blue and 1 purple.',
      'One point lost: purple has to wait for red and orange.',
    ])
  })

  it('describes a card with what it matched', () => {
    const story: StoryEvent[] = [
      ['Played', { seat: 0, card: 'GY' }],
      ['Matched', { seat: 0, symbol: 'G', by: [] }],
    ]
    expect(describeStory(story, name)).toEqual(['Nora played green/yellow: no points.'])
  })

  it('describes how a turn of the Tile Challenge ends', () => {
    const out: StoryEvent[] = [
      ['TileDrawn', { seat: 1, symbol: 'R' }],
      ['WentOut', { seat: 1, symbol: 'R', repeated: false, to_centre: 'R', bonus_lost: 2, why: 'I5' }],
    ]
    expect(describeStory(out, name)).toEqual(['Ben drew red, which is not in the centre: the turn is over.', '2 bonus turns are lost.'])
    const scored: StoryEvent[] = [
      ['TilesScored', { seat: 0, from_centre: 'RR', left_game: 'RR', to_pool: '' }],
      ['PegMoved', { seat: 0, symbol: 'R', start: 6, end: 7, lost: 1, why: 'I2', blockers: '' }],
      ['TurnBegan', { seat: 0, bonus: true }],
    ]
    expect(describeStory(scored, name)).toEqual(['Nora scored 2 red.', 'One point lost: red can go no further.', 'Nora got a bonus turn.'])
  })
})

it('says only who resigned', async () => {
  await load('en')
  const story: StoryEvent[] = [
    ['Resigned', { seat: 1 }],
    ['Ended', { reason: 'resigned', why: 'A5' }],
  ]
  expect(describeStory(story, name)).toEqual(['Ben resigned.'])
})

it('also works in German and French', async () => {
  await load('de')
  expect(describeStory(placing, name)).toEqual([
    'Nora: Rot/Blau gelegt, 3 Blau.',
    'Ein Punkt zu viel für Blau.',
    'Einfach genial! Nora: Blau ist am Ziel.',
  ])
  await load('fr')
  expect(describeStory(swapped, name)).toEqual(['Ben\u00a0: 2 tuiles échangées, rouge/bleu et orange/violet.'])
  expect(describeStory([['Ended', { reason: 'board-full', why: 'B15' }]], name)).toEqual(['Le plateau est plein.'])
})

it('keeps halves without points apart from sums', () => {
  expect(gainsOf(placing)).toEqual([
    { symbol: 'R', points: 0 },
    { symbol: 'B', points: 3 },
  ])
  expect(summed(gainsOf(double))).toEqual([{ symbol: 'G', points: 5 }])
})
