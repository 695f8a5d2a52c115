import { beforeAll, describe, expect, it } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import { inOrder } from '../../positions/shown'
import type { Replay } from '../../net/wire'
import { endOf } from './facts'
import { playersIn, viewerOf } from './seats'

beforeAll(() => load('en'))

describe('the viewer of a replay', () => {
  it('is you if they sat at one seat, and is drawn below', () => {
    expect(viewerOf({ looks: 1, yours: [1] })).toEqual({ below: 1, you: 1 })
    expect(viewerOf({ looks: null, yours: [0, 1] })).toEqual({ below: 0, you: null })
    expect(viewerOf({ looks: null })).toEqual({ below: null, you: null })
  })

  it('stays you, whatever the record calls them', () => {
    expect(playersIn(['Guest', 'Nora (bot 3)'], 0).map(({ name }) => name)).toEqual(['You', 'Nora'])
    expect(playersIn(['Ben', 'Ben'], 1).map(({ name }) => name)).toEqual(['Ben A', 'You'])
  })

  it('comes last, the others as they follow', () => {
    expect(inOrder([[0], [1]], 0)).toEqual([[1], [0]])
    expect(inOrder([[0], [1], [2], [3]], 1)).toEqual([[2], [3], [0], [1]])
    expect(
      inOrder(
        [
          [0, 2],
          [1, 3],
        ],
        2,
      ),
    ).toEqual([
      [1, 3],
      [0, 2],
    ])
    expect(inOrder([[0], [1]], null)).toEqual([[0], [1]])
  })

  it('reads that they won, or who did', () => {
    const replay = {
      record: { result: { ranks: [1, 2], scores: [], reason: 'board-full' }, seats: ['Guest', 'Nora (bot 3)'] },
      rules: { sides: [[0], [1]] },
      steps: [{ position: { ranked_by: [[5], [4]] } }],
    } as unknown as Replay
    expect(endOf(replay, playersIn(replay.record.seats, 0))).toBe('You win')
    expect(endOf(replay, playersIn(replay.record.seats, 1))).toBe('Guest wins')
    expect(endOf(replay, playersIn(replay.record.seats))).toBe('Guest wins')
  })
})
