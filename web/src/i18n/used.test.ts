import { expect, it } from 'vitest'
import en from './en'

const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,svelte}', '!../i18n/**'], { query: '?raw', import: 'default', eager: true }),
)
const source = sources.flatMap(([path, text]) => (path.endsWith('.test.ts') ? [] : [text])).join('\n')

/** Beginnings and ends of the keys that are put together: `colour.${…}`, `${…}.text`. */
const built = [...source.matchAll(/`([\w.-]*)\$\{[^}`]*\}([\w.-]*)`/g)].flatMap(([, start = '', end = '']) =>
  start.includes('.') ? [{ start, end }] : [],
)
const named = new Set([...source.matchAll(/(['"`])([\w.-]+)\1/g)].map(([, , key]) => key))
const isUsed = (key: string): boolean => named.has(key) || built.some(({ start, end }) => key.startsWith(start) && key.endsWith(end))

it('has no words that nothing shows', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([])
})
