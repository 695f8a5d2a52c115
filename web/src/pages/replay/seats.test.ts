import { beforeAll, expect, it } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import { playersIn } from './seats'

beforeAll(() => load('de'))

it('knows people and bots', () => {
  expect(playersIn(['Ada', 'Nora (bot 3)'])).toEqual([
    { name: 'Ada', level: null },
    { name: 'Nora', level: 3 },
  ])
})

it('tells seats of one name apart', () => {
  expect(playersIn(['Ben', 'Ada', 'Ben (bot 4)']).map(({ name }) => name)).toEqual(['Ben A', 'Ada', 'Ben B'])
})

it('calls a player without a name by a word in the reader’s language', () => {
  expect(playersIn(['Guest', 'Nora (bot 1)'])[0]?.name).toBe('Gast')
})
