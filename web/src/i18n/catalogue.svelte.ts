/** The words of the page: one catalogue per language, of which only the language in use is loaded. */

import type { Words } from './en'
import { LANGUAGES, type Language, prefs } from '../app/prefs.svelte'
import { plain } from './sentences'

export type Key = keyof Words
export type Values = Record<string, string | number>

const CATALOGUE: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('./en'),
  de: () => import('./de'),
  fr: () => import('./fr'),
}

export const NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

let words = $state.raw<Words>({} as Words)
let plural = new Intl.PluralRules('en')
let current = $state<Language>('en')

/** The language that is shown. */
export function language(): Language {
  return current
}

/** The reader's regional format of dates and times, if the page is in the language of their browser. */
export const region = (): string => navigator.languages.find((one) => one.toLowerCase().startsWith(current)) ?? current

/** The one chosen, or the browser's if we have it, or English. */
export function preferred(): Language {
  if (prefs.language) return prefs.language
  for (const tag of navigator.languages ?? []) {
    const found = LANGUAGES.find((one) => one === tag.slice(0, 2).toLowerCase())
    if (found) return found
  }
  return 'en'
}

let loads = 0

/** Show a language; of two that are asked for at once, the later one, whichever arrives first. */
export async function load(wanted: Language = preferred()): Promise<void> {
  const number = ++loads
  const found = (await CATALOGUE[wanted]()).default
  if (number !== loads) return
  words = found
  plural = new Intl.PluralRules(wanted)
  current = wanted
  document.documentElement.lang = wanted
}

/**
 * The text for a key. `{name}` stands for a value; `{n|one tile|# tiles}` for one of two forms by
 * number, in which `#` is the number. A first form without it says itself that it is one.
 */
export function t(key: Key, values: Values = {}): string {
  const text = words[key] ?? key
  return fill(current === 'fr' ? elided(text, values) : text, midway(text, values), plural)
}

/** "You" is a name here, but within a sentence it is written small. */
function midway(text: string, values: Values): Values {
  const { name } = values
  const within = /[^.!?\s]\s*\{name\}/.test(text)
  return within && name !== undefined && name === words.you ? { ...values, name: words.you.toLowerCase() } : values
}

const SHORT: Record<string, string> = { le: 'l’', de: 'd’', du: 'de l’', que: 'qu’' }

/** French: the small words lose their vowel before another one, as in "l’orange". */
export function elided(text: string, values: Values): string {
  return text.replace(/(?<!\p{L})(le|de|du|que) (?=\{(\w+)\})/gu, (whole, small: string, name: string) =>
    /^\ue000?[aeiouàâéèêîôû]/i.test(String(values[name] ?? '')) ? (SHORT[small] ?? whole) : whole,
  )
}

export function fill(text: string, values: Values, rules: Intl.PluralRules): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (one === undefined || many === undefined) return String(value)
    // In French nothing takes the singular as well, but is not "a tile".
    const number = Number(plain(String(value)))
    const isOne = rules.select(number) === 'one' && (number !== 0 || one.includes('#'))
    return (isOne ? one : many).replaceAll('#', String(value))
  })
}

/** Whether there is a text for a key that was put together. */
export function has(key: string): key is Key {
  return key in words
}

/** Several words in a row: "red, blue, and green". */
export function list(items: string[]): string {
  return new Intl.ListFormat(current, { style: 'long', type: 'conjunction' }).format(items)
}
