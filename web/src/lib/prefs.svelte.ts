/** What somebody has chosen for this browser. It stays. */

import type { Settings } from '../wire'

export type Theme = 'auto' | 'light' | 'dark'
export type Language = 'en' | 'de' | 'fr'
export const LANGUAGES: readonly Language[] = ['en', 'de', 'fr']

export interface Prefs {
  theme: Theme
  language: Language | null // null: the browser's
  letters: boolean // a letter on every symbol
  confirm: boolean // a placed tile waits for Place
  chance: boolean // the Tile Challenge shows the risk of the next tile
  calm: boolean // nothing moves, whatever the system says
  keys: boolean // single keys do something
  name: string
  last: { settings: Settings; sit: number[]; names: string[] } | null // the table opened last
}

const KEY = 'ingenious'
const DEFAULTS: Prefs = {
  theme: 'auto',
  language: null,
  letters: false,
  confirm: false,
  chance: true,
  calm: false,
  keys: true,
  name: '',
  last: null,
}

function read(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) }
  } catch {
    return { ...DEFAULTS } // no storage, or something else wrote there
  }
}

export const prefs: Prefs = $state(read())

/** Change some of them, and keep them. */
export function choose(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes)
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs))
  } catch {
    // They hold as long as the page is open.
  }
  dress()
}

/** Put the theme, and whether nothing is to move, where the style sheet looks for it. */
export function dress(): void {
  const root = document.documentElement
  if (prefs.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = prefs.theme
  root.toggleAttribute('data-calm', prefs.calm)
}

/** Whether things may move. */
export function moves(): boolean {
  return !prefs.calm && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
