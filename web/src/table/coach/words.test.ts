import { expect, it } from 'vitest'
import { LANGUAGES } from '../../app/prefs.svelte'
import { load } from '../../i18n/catalogue.svelte'
import type { AdviceDoc, Game, HintDoc } from '../../net/wire'
import { spoken } from './words'

const AHEAD = ['swap', 'roll', 'risk', 'bonus', 'line', 'free', 'lowest', 'closed', 'pull', 'deny'] as const
const AFTER = [
  'win',
  'swap',
  'roll',
  'risk',
  'bonus',
  'line',
  'lowest',
  'closed',
  'pull',
  'deny',
  'nothing',
  'high',
  'points',
  'other',
] as const
const GAMES: Game[] = ['classic', 'solo', 'team', 'duel', 'cards', 'dice', 'tiles']
const people = { name: () => 'Nora', sides: [[0], [1]] }
const better = {
  entry: { seat: 0, draw: true },
  said: [
    [
      'Scores',
      {
        gains: [
          ['G', 1],
          ['R', 2],
        ],
        lowest: 'R',
      },
    ],
  ],
} as unknown as HintDoc

const advice = (topic: AdviceDoc['topic'], after: boolean, of = 3): AdviceDoc => ({
  topic,
  about: topic,
  after,
  again: false,
  colours: ['R', 'P'],
  high: topic === 'high' ? 'B' : null,
  points: 5,
  seat: 1,
  times: 1,
  of,
  pieces: [],
  scored: after ? 8 : null,
  better,
})

it.each(LANGUAGES)('has a title and at most two short sentences for everything (%s)', async (language) => {
  await load(language)
  const reminder = { ...advice('lowest', false), again: true }
  const all = [reminder, ...AHEAD.map((topic) => advice(topic, false)), ...AFTER.map((topic) => advice(topic, true))]
  for (const one of [...all, ...all.map((two) => ({ ...two, of: 1 })), ...all.map((two) => ({ ...two, of: 1, times: 0 }))]) {
    for (const game of GAMES) {
      const { title, text } = spoken(one, game, people)
      expect(title.length).toBeLessThan(50)
      expect(text).toMatch(/\.$/)
      expect(text).not.toMatch(/[{}]|coach\./)
      expect(text.length).toBeLessThan(150)
      expect(text.split(/[.!?] (?=\p{Lu})/u).length).toBeLessThan(3)
    }
  }
  await load('en')
})

it('says what the design shows', () => {
  expect(spoken({ ...advice('lowest', false), points: 0 }, 'classic', people)).toEqual({
    title: 'What matters now',
    text: 'Red and purple are still on 0. Only your lowest colour counts at the end, so look for a place that scores one of them.',
  })
  expect(spoken(advice('lowest', true), 'classic', people).title).toBe('8 points, but not where you need them')
  expect(spoken({ ...advice('lowest', false), colours: ['G'], points: 0, again: true }, 'classic', people).text).toBe(
    'Green has stayed on 0 for two turns. High pegs do not help, so score it first.',
  )
  const nothing = { ...advice('nothing', true), colours: ['G' as const], points: 0, scored: 0 }
  expect(spoken(nothing, 'classic', people)).toEqual({
    title: 'This move scores nothing',
    text: 'Better: 1 green. Green is still on 0, and your lowest colour is your score.',
  })
  const high = { ...advice('high', true), colours: ['G' as const], points: 1, scored: 2 }
  expect(spoken(high, 'classic', people)).toEqual({
    title: 'Blue is already far ahead',
    text: 'Green is still on 1, and your lowest colour is your score. Better: 1 green.',
  })
})
