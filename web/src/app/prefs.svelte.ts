/** The preferences of this browser, kept in its local storage. */

import type { Settings } from '../net/wire'

/** The settings of a table as one asks for them; the server sets the rule on resigning. */
export type Wanted = Omit<Settings, 'resigning' | 'coached'>

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
  sound: boolean
  volume: number // of the sounds, in percent
  vibration: boolean // on devices that can vibrate
  notify: boolean // a notification says that it is the player's turn
  turned: boolean // the player knows how to turn a tile
  name: string
  last: { settings: Wanted; sit: number[]; names: string[] } | null // the table opened last
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
  sound: true,
  volume: 50,
  vibration: true,
  notify: false,
  turned: false,
  name: '',
  last: null,
}

const isObject = (it: unknown): it is Record<string, unknown> => typeof it === 'object' && it !== null
const isListOf = (it: unknown, kind: 'string' | 'number'): boolean => Array.isArray(it) && it.every((one) => typeof one === kind)

/** Whether it is a table that can be opened again; how it was kept may have been another in an earlier version. */
function isLast(it: unknown): boolean {
  if (!isObject(it) || !isListOf(it.sit, 'number') || !isListOf(it.names, 'string') || !isObject(it.settings)) return false
  const { games, seats, clock, options } = it.settings
  if (!isListOf(games, 'string') || !(games as string[]).length) return false
  if (!Array.isArray(seats) || !seats.length || !seats.every((seat) => isObject(seat) && 'kind' in seat)) return false
  return isObject(clock) && typeof clock.kind === 'string' && isObject(options)
}

const FITS: { [Name in keyof Prefs]: (it: unknown) => boolean } = {
  theme: (it) => it === 'auto' || it === 'light' || it === 'dark',
  language: (it) => it === null || LANGUAGES.some((one) => one === it),
  letters: (it) => typeof it === 'boolean',
  confirm: (it) => typeof it === 'boolean',
  chance: (it) => typeof it === 'boolean',
  calm: (it) => typeof it === 'boolean',
  keys: (it) => typeof it === 'boolean',
  sound: (it) => typeof it === 'boolean',
  volume: (it) => typeof it === 'number' && it >= 0 && it <= 100,
  vibration: (it) => typeof it === 'boolean',
  notify: (it) => typeof it === 'boolean',
  turned: (it) => typeof it === 'boolean',
  name: (it) => typeof it === 'string',
  last: (it) => it === null || isLast(it),
}

/** The stored preferences that are still valid. */
export function checked(stored: unknown): Prefs {
  if (!isObject(stored)) return { ...DEFAULTS }
  const known = Object.entries(FITS).filter(([name, fits]) => name in stored && fits(stored[name]))
  return { ...DEFAULTS, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) }
}

function read(): Prefs {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return { ...DEFAULTS } // no storage, or something else wrote there
  }
}

export const prefs: Prefs = $state(read())

/** Change some preferences and store them. */
export function choose(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes)
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs))
  } catch {
    // They stay until the page is closed.
  }
  applyTheme()
}

/** Read the preferences again after another tab changed the storage; false if it changed something else. */
export function reread({ key }: Pick<StorageEvent, 'key'>): boolean {
  if (key !== KEY && key !== null) return false // null: all of it was cleared
  Object.assign(prefs, read())
  applyTheme()
  return true
}

/** Set the attributes of the page that the style sheet reads: the theme, and whether anything moves. */
export function applyTheme(): void {
  const root = document.documentElement
  if (prefs.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = prefs.theme
  root.toggleAttribute('data-calm', prefs.calm)
  applyThemeColour()
}

/** Set the colour of what the system draws around the page. There is a tag for each theme, which follows the system's. */
function applyThemeColour(): void {
  const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
  for (const tag of tags) tag.dataset.own ??= tag.content
  const chosen = tags.find((tag) => tag.getAttribute('media')?.includes(prefs.theme))
  for (const tag of tags) tag.content = (chosen ?? tag).dataset.own ?? ''
}

/** Whether things may move. */
export function moves(): boolean {
  return !prefs.calm && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
