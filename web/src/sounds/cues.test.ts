import { describe, expect, it } from 'vitest'
import { placed } from '../../testing/events'
import type { Game, StoryEvent } from '../net/wire'
import told from '../text/stories.json'
import { cuesOf, cuesOfDecision, inOrder, restOf, type Sound, SOUNDS } from './cues'
import { frequencyOf, tonesOf } from './tones'

const stories = told.stories as unknown as Record<Game, StoryEvent[][]>
const soundsOf = (story: readonly StoryEvent[]): Sound[] => cuesOf(story).map(({ sound }) => sound)
const storyWith = (game: Game, kind: StoryEvent[0]): StoryEvent[] =>
  stories[game].find((story) => story.some((event) => event[0] === kind)) ?? []

const counted = (rays: number[]): StoryEvent => [
  'Counted',
  { seat: 0, symbol: 'R', space: [0, 0], rays, points: rays.reduce((a, b) => a + b) },
]

describe('the sounds of a story', () => {
  it('are a tile, then one tone for each line, each higher than the last', () => {
    const cues = cuesOf([placed('RG'), counted([2, 0, 1, 0, 0, 0]), counted([0, 0, 0, 3, 0, 0])])
    expect(cues).toEqual([
      { sound: 'place', at: 0 },
      { sound: 'line', at: 160, step: 0 },
      { sound: 'line', at: 250, step: 1 },
      { sound: 'line', at: 340, step: 2 },
    ])
    const pitches = cues.slice(1).map(({ sound, step }) => frequencyOf(tonesOf(sound, step)[0]?.note ?? 0))
    expect(pitches).toEqual([...pitches].sort((a, b) => a - b))
    expect(new Set(pitches).size).toBe(3)
  })

  it('are a tile only if nothing is scored', () => {
    expect(soundsOf([placed('RG'), counted([0, 0, 0, 0, 0, 0])])).toEqual(['place'])
  })

  it.each<[Game, StoryEvent[0], Sound[]]>([
    ['classic', 'CalledIngenious', ['place', 'line', 'line', 'ingenious']],
    ['classic', 'PutBack', ['swap']],
    ['classic', 'Dealt', []],
    ['classic', 'Resigned', []],
    ['cards', 'CalledIngenious', ['card', 'line', 'line', 'ingenious', 'bonus']],
    ['cards', 'Shown', ['card']],
    ['dice', 'Rolled', ['dice']],
    ['dice', 'CalledIngenious', ['line', 'line', 'ingenious', 'bonus']],
    ['tiles', 'WentOut', ['place', 'bust']],
    ['tiles', 'TilesScored', ['line', 'line', 'ingenious', 'bonus']],
    ['tiles', 'CentreRefilled', []],
  ])('of %s with %s', (game, kind, sounds) => {
    expect(soundsOf(storyWith(game, kind))).toEqual(sounds)
  })

  it('are in order, and end within two seconds', () => {
    for (const story of Object.values(stories).flat()) {
      const times = cuesOf(story).map(({ at }) => at)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(0, ...times)).toBeLessThan(2000)
    }
  })

  it('are made for every kind of event that is heard', () => {
    const heard = new Set(Object.values(stories).flat().flatMap(soundsOf))
    const others: Sound[] = ['win', 'loss', 'level', 'tick', 'turn'] // these belong to a player, not to a story
    expect([...heard, ...others].sort()).toEqual([...SOUNDS].sort())
  })
})

describe('the sounds of a player’s own decision', () => {
  const story = [placed('RG'), counted([2, 0, 0, 0, 0, 0])]

  it('are heard before the server answers', () => {
    const names = (...decision: Parameters<typeof cuesOfDecision>): Sound[] => cuesOfDecision(...decision).map(({ sound }) => sound)
    expect(names({ place: 'RG' }, story)).toEqual(['place', 'line'])
    expect(names({ place: 'RG' }, null)).toEqual(['place'])
    expect(names({ play: 'RG' }, null)).toEqual(['card'])
    expect(names({ swap: ['RG'] }, null)).toEqual(['swap'])
    expect(names({ discard: ['RG'] }, null)).toEqual(['card'])
    expect(names({ reroll: true }, [])).toEqual(['dice'])
    expect(names({ draw: true }, null)).toEqual([])
  })

  it('are not heard again, but the others are', () => {
    const all = cuesOf([...story, ['CalledIngenious', { seat: 0, symbol: 'R', why: 'B11' }], ['TurnBegan', { seat: 0, bonus: true }]])
    const rest = restOf(all, cuesOf(story))
    expect(rest.map(({ sound }) => sound)).toEqual(['ingenious', 'bonus'])
    expect(rest[0]?.at).toBe(0)
    expect(restOf(all, all)).toEqual([])
    expect(restOf(all, [])).toEqual(all)
    expect(restOf(all, inOrder(['dice']))).toEqual(all)
  })
})

describe('the tones of a sound', () => {
  it.each(SOUNDS)('of %s are short and never too loud', (sound) => {
    for (const step of [0, 4, 20]) {
      const tones = tonesOf(sound, step)
      expect(tones.length).toBeGreaterThan(0)
      expect(Math.max(...tones.map(({ at, length }) => at + length))).toBeLessThanOrEqual(1.5)
      for (const { level, note } of tones) {
        expect(level).toBeLessThan(0.9)
        expect(frequencyOf(note)).toBeGreaterThan(150)
        expect(frequencyOf(note)).toBeLessThan(5000)
      }
    }
  })

  it('are in C pentatonic', () => {
    expect([0, 1, 2, 3, 4, 5, -1].map((note) => Math.round(frequencyOf(note)))).toEqual([262, 294, 330, 392, 440, 523, 220])
  })
})
