import { beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../net/http'
import { load } from '../../i18n/catalogue.svelte'
import type { RefusalCode } from '../../net/wire'
import { explained } from './refusals'

beforeAll(() => load('en'))

const textOf = (code: RefusalCode, rule: string | null = null): string =>
  explained(new Refusal(409, { code, error: 'as the server says it', rule }))

it('explains the rule that was broken, if any', () => {
  expect(textOf('rule', 'B7')).toMatch(/^Your first tile must touch a printed symbol/)
  expect(textOf('not-your-turn', 'A2')).toBe('It is not your turn.')
})

it('explains any other refusal, whatever the text of the server', () => {
  expect(textOf('stale')).toBe('Something else happened first.')
  expect(textOf('too-quick')).toBe('One moment, please.')
  expect(textOf('rule', 'Z9')).toBe('That isn’t possible now.')
})
