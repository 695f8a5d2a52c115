import { describe, expect, it } from 'vitest'
import de from './de'
import en from './en'
import fr from './fr'

/** What a text shows: the names in `{name}`. A number in `{n|one tile|# tiles}` only picks a form. */
const shown = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name?.toLowerCase() ?? '')
const used = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name?.toLowerCase() ?? '')
const lacks = (text: string, other: string): boolean => shown(text).some((name) => !used(other).includes(name))

/** French says “on each side” where English names both players. */
const WITHOUT_NAMES = ['result.level.duel']

describe.each(Object.entries({ de, fr }))('the texts in %s', (_, words) => {
  it('show the same names and numbers as in English', () => {
    const texts = Object.entries(en).map(([key, text]) => ({ key, text, other: words[key as keyof typeof en] }))
    expect(texts.filter(({ key, text, other }) => !WITHOUT_NAMES.includes(key) && (lacks(text, other) || lacks(other, text)))).toEqual([])
  })
})
