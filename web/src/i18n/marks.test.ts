import { describe, expect, it } from 'vitest'
import { COLOURS } from '../pieces/colours'
import de from './de'
import en from './en'
import fr from './fr'

describe.each(Object.entries({ en, de, fr }))('the marks of the colours in %s', (_, words) => {
  const marks = COLOURS.map((colour) => words[`mark.${colour}`])

  it('are how the names of the colours begin', () => {
    for (const colour of COLOURS) {
      const mark = words[`mark.${colour}`]
      expect(mark).toMatch(/^\p{Lu}\p{Ll}?$/u)
      expect(words[`colour.${colour}`].toLocaleLowerCase().startsWith(mark.toLocaleLowerCase())).toBe(true)
    }
  })

  it('are different, and none begins like another', () => {
    const alike = marks.filter((mark, k) => marks.some((other, at) => at !== k && other.startsWith(mark)))
    expect([new Set(marks).size, alike]).toEqual([COLOURS.length, []])
  })
})

it('keeps the letters of the notation in English', () => {
  expect(COLOURS.map((colour) => en[`mark.${colour}`])).toEqual([...COLOURS])
})
