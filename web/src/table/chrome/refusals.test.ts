import { beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../net/http'
import { load } from '../../i18n/catalogue.svelte'
import type { RefusalCode } from '../../net/wire'
import { explained } from './refusals'

beforeAll(() => load('en'))

const told = (code: RefusalCode, rule: string | null = null): string =>
  explained(new Refusal(409, { code, error: 'as the server says it', rule }))

it('tells the rule of the game, if it was one', () => {
  expect(told('rule', 'B7')).toMatch(/^Your first tile must touch a printed symbol/)
  expect(told('not-your-turn', 'A2')).toBe('It is not your turn.')
})

it('tells what else it was, whatever the server says', () => {
  expect(told('stale')).toBe('Something else happened first.')
  expect(told('too-quick')).toBe('One moment, please.')
  expect(told('rule', 'Z9')).toBe('That isn’t possible now.')
})
