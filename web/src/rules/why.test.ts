import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../app/prefs.svelte'
import { load } from '../i18n/catalogue.svelte'
import { why, whyLost, whyRefused } from './why'

const lost = (rule: string, end: number, blockers = '') => ({ why: rule, end, blockers })

beforeEach(() => load('en'))

describe('a rule in a sentence', () => {
  it('is shown in the language of the page', async () => {
    expect(why('B10')).toBe('A peg stops at 18; further points are lost.')
    await load('de')
    expect(why('B10')).toBe('Ein Stift bleibt auf 18 stehen; weitere Punkte verfallen.')
    await load('fr')
    expect(why('B10')).toBe('Un pion s’arrête à 18\u00a0; les points en trop sont perdus.')
  })

  it('is nothing where there is no rule', () => {
    expect(why(null)).toBe('')
    expect(why('Z9')).toBe('')
  })

  it('stands in for what the server says, if there is one', () => {
    expect(whyRefused('H8 is taken by R', 'B6')).toMatch(/^A tile needs two empty spaces/)
    expect(whyRefused('seat 0 has run out of time', null)).toBe('seat 0 has run out of time')
  })
})

describe('lost points', () => {
  it.each([
    [lost('F2', 3, 'RO'), /^The step from 3 to 4 opens when no peg is on 0/],
    [lost('F2', 6, 'Y'), /^The step from 6 to 7 opens when no peg is below 4/],
    [lost('F2', 10), /^A peg stops at 10/],
    [lost('D3', 18), /^One half cannot carry a peg past 18/],
    [lost('D3', 36), /^A peg stops at 36/],
    [lost('B10', 18), /^A peg stops at 18/],
    [lost('E1', 9), /^A peg stops at your 9/],
    [lost('I2', 7), /^A peg stops at the target column/],
  ])('are explained by where the peg stands: %j', (moved, sentence) => {
    expect(whyLost(moved)).toMatch(sentence)
  })

  it('are explained in every language', async () => {
    const told = new Set<string>()
    for (const language of LANGUAGES) {
      await load(language)
      told.add(whyLost(lost('F2', 6, 'Y')))
    }
    expect(told.size).toBe(LANGUAGES.length)
  })
})
