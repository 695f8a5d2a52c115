import { expect, it } from 'vitest'

// Ink and paper, and six colours that each mean their symbol: they are named once, at the root of app.css.
const sources = import.meta.glob<string>(['./**/*.{svelte,ts,css}', '!./**/*.test.ts', '!./i18n/**', '!./net/wire.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What is drawn with: attributes and styles, without comments, addresses and entities. */
const bare = (source: string): string =>
  source
    .replace(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/&#\d+;|href="#[^"]*"|url\(#[^)]*\)/g, '')

const HEX = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/gi
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi
const NAMES =
  'aqua|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|khaki|lavender|lime|magenta|' +
  'maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|silver|tan|teal|tomato|turquoise|violet|wheat|white|' +
  'yellow|\\w+(?:gr[ae]y|white|blue|green|red)'
const PROPERTY = 'color|background|border|outline|fill|stroke|shadow|filter|caret|accent|decoration|mask|image'
/** A named colour as the value of something that takes colours, in a style or as an attribute. */
const NAMED = new RegExp(`[\\w-]*(?:${PROPERTY})[\\w-]*(?::[^;{}\\n]*?[\\s,(]|=["'])(?:${NAMES})(?![\\w(-])`, 'gi')

function foreign(source: string): string[] {
  const text = bare(source)
  return [HEX, FUNCTION, NAMED].flatMap((pattern) => text.match(pattern) ?? [])
}

it('uses no colour but the tokens and the six symbols', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(150)
  const found = Object.entries(sources).flatMap(([path, source]) => {
    // The tokens themselves.
    const text = path === './app.css' ? source.replace(/^:root \{[^}]*\}/m, '') : source
    return foreign(text).map((colour) => `${path}: ${colour}`)
  })
  expect(found).toEqual([])
})

it.each([
  ['a { color: #a1b2c3 }'],
  ['a { fill: rgb(1 2 3 / 0.5) }'],
  ['a { background: hsl(0 0% 0%) }'],
  ['a { border: 1px solid white; }'],
  ['a { box-shadow: 0 0 2px tomato; }'],
  ['<path stroke="black" />'],
])('notices %s', (source) => expect(foreign(source)).not.toEqual([]))

it.each([
  ['<use href="#sym-O" fill="var(--O)" />'],
  ['a { white-space: nowrap; color: var(--on-panel) }'],
  ['a { border-color: transparent; background: url(#dish) }'],
  ["// why it is red: color: red\nconst words = 'black tiles'"],
])('allows %s', (source) => expect(foreign(source)).toEqual([]))
