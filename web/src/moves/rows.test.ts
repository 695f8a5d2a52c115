import { describe, expect, it } from 'vitest'
import type { StoryEvent } from '../net/wire'
import { movedIn } from './rows'

describe('what was moved', () => {
  it('is a tile or a card with the gains of both halves', () => {
    const story: StoryEvent[] = [
      ['Played', { seat: 0, card: 'GB' }],
      [
        'Matched',
        {
          seat: 0,
          symbol: 'G',
          by: [
            [0, 0],
            [1, 0],
          ],
        },
      ],
      ['Matched', { seat: 0, symbol: 'B', by: [] }],
    ]
    expect(movedIn(story)).toEqual({
      piece: 'card',
      pieces: ['GB'],
      gains: [
        { symbol: 'G', points: 2 },
        { symbol: 'B', points: 0 },
      ],
    })
  })

  it('is what was shown, tiles of a swap or cards of a hand', () => {
    const shown: StoryEvent = ['Shown', { seat: 1, pieces: ['RB', 'OP'], why: 'B13' }]
    expect(movedIn([shown, ['PutBack', { seat: 1, pieces: ['RB', 'OP'] }]]).piece).toBe('tile')
    expect(movedIn([shown])).toEqual({ piece: 'card', pieces: ['RB', 'OP'], gains: [] })
  })

  it('is a roll, and later only what the dice scored', () => {
    const rolled: StoryEvent = ['Rolled', { seat: 0, dice: 'RRB', roll: 2 }]
    expect(movedIn([rolled])).toEqual({ piece: 'die', pieces: ['R', 'R', 'B'], gains: [] })
    const used: StoryEvent[] = [
      ['Matched', { seat: 0, symbol: 'B', by: [] }],
      ['WildScored', { seat: 0, dice: [0, 1], symbol: 'P', points: 1 }],
    ]
    expect(movedIn(used)).toEqual({ piece: 'hexagon', pieces: [], gains: [{ symbol: 'P', points: 1 }] })
  })
})
