import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true })

it('is the only place with the sizes of screens at which style sheets change a layout', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  const found = Object.entries(sources).flatMap(([path, source]) =>
    (source.match(/@media[^{]*\d[^{]*/g) ?? []).map((rule) => `${path}: ${rule}`),
  )
  expect(found).toEqual([])
})
