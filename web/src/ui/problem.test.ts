import { beforeAll, expect, it } from 'vitest'
import { Refusal } from '../net/http'
import { load } from '../i18n/catalogue.svelte'
import { problem } from './problem'

beforeAll(() => load('de'))

it.each<[Refusal['code'], string]>([
  ['offline', 'Der Server antwortet nicht. Versuch es gleich noch einmal.'],
  ['seat-taken', 'Jemand war schneller: Dieser Platz ist besetzt.'],
  ['closed', 'Dieser Tisch ist geschlossen.'],
  ['uninvited', 'An diesen Tisch kommt man nur mit Einladung: Mit dem vollständigen Link kannst du dich setzen.'],
])('%s', (code, told) => expect(problem(new Refusal(409, { code, error: 'what it says in English' }))).toBe(told))

it('rethrows our own bugs', () => {
  expect(() => problem(new TypeError('oops'))).toThrow('oops')
})
