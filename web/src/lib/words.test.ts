import { expect, it } from 'vitest'
import { fill } from './words.svelte'

const said = (text: string, language: string): string[] =>
  [0, 1, 2].map((n) => fill(text, { n }, new Intl.PluralRules(language)))

it('takes one of two forms by number', () => {
  expect(said('{n|one tile|# tiles}', 'en')).toEqual(['0 tiles', 'one tile', '2 tiles'])
  expect(said('{n|# point|# points}', 'fr')).toEqual(['0 point', '1 point', '2 points'])
})

it('never says one of nothing', () => {
  expect(said('{n|une tuile|# tuiles}', 'fr')).toEqual(['0 tuiles', 'une tuile', '2 tuiles'])
})
