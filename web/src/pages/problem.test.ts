import { beforeAll, expect, it } from 'vitest'
import { Refusal } from '../lib/api'
import { load } from '../lib/words.svelte'
import { problem } from './problem'

beforeAll(() => load('de'))

it.each([
  [new Refusal(0, 'the server does not answer'), 'Der Server antwortet nicht. Versuch es gleich noch einmal.'],
  [new Refusal(409, 'seat 1 is taken'), 'Jemand war schneller: Dieser Platz ist besetzt.'],
  [new Refusal(409, 'the table is closed'), 'Dieser Tisch ist geschlossen.'],
  [
    new Refusal(409, 'this table is for those who are invited; its link lets you sit down'),
    'Dieser Tisch ist für Eingeladene: Mit dem ganzen Link kannst du dich setzen.',
  ],
  [new Refusal(422, 'something that nobody thought of'), 'something that nobody thought of'],
])('%s', (error, told) => expect(problem(error)).toBe(told))

it('is no place for mistakes of ours', () => {
  expect(() => problem(new TypeError('oops'))).toThrow('oops')
})
