import { beforeAll, expect, it } from 'vitest'
import type { Refusal } from '../net/http'
import { refused } from './refused'
import { load } from '../i18n/catalogue.svelte'

beforeAll(() => load('en'))

it('distinguishes who has agreed, who is not asked, and what is settled', () => {
  const codes: Refusal['code'][] = ['agreed', 'not-asked', 'nobody-asks']
  expect(codes.map((code) => refused({ code }))).toEqual([
    'You have already agreed; others still have to.',
    'That is up to the others at the table.',
    'This takeback has already been decided.',
  ])
})

it('has a fallback for a code of a newer server', () => {
  expect(refused({ code: 'asleep' as Refusal['code'] })).toBe('That isn’t possible now.')
})
