import { expect, it, vi } from 'vitest'
import { elided, fill, language, load, t } from './catalogue.svelte'

const slow = vi.hoisted(() => {
  let arrive = (): void => {}
  const line = new Promise<void>((resolve) => (arrive = resolve))
  return { line, arrive }
})
vi.mock('./de', async (original) => {
  await slow.line
  return original()
})

const said = (text: string, language: string): string[] => [0, 1, 2].map((n) => fill(text, { n }, new Intl.PluralRules(language)))

it('takes one of two forms by number', () => {
  expect(said('{n|one tile|# tiles}', 'en')).toEqual(['0 tiles', 'one tile', '2 tiles'])
  expect(said('{n|# point|# points}', 'fr')).toEqual(['0 point', '1 point', '2 points'])
})

it('never says one of nothing', () => {
  expect(said('{n|une tuile|# tuiles}', 'fr')).toEqual(['0 tuiles', 'une tuile', '2 tuiles'])
})

it('shortens the small French words before a vowel', () => {
  expect(elided('le {colour}, jeton du {colour}', { colour: 'orange' })).toBe('l’{colour}, jeton de l’{colour}')
  expect(elided('le {colour} de {name}', { colour: 'rouge', name: 'Élise' })).toBe('le {colour} d’{name}')
})

it('writes you small within a sentence', async () => {
  await load('fr')
  expect(t('status.named', { name: 'Vous' })).toBe('À vous de jouer')
  expect(t('tell.ingenious', { name: 'Vous', colour: 'orange' })).toBe('Ingénieux\u00a0! Vous\u00a0: l’orange est au bout.')
  expect(t('tell.resigned', { name: 'Vous' })).toBe('Vous\u00a0: abandon.')
})

it('shows the language that was chosen last, also if the one before arrives later', async () => {
  const german = load('de')
  await load('en')
  slow.arrive()
  await german
  expect([language(), document.documentElement.lang, t('you')]).toEqual(['en', 'en', 'You'])
})
