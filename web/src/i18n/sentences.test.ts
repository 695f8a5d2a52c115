import { describe, expect, it } from 'vitest'
import { joinSentences, partsOf, plain, strong } from './sentences'

describe('joined sentences', () => {
  it('have final punctuation each', () => {
    expect(joinSentences('You win!', 'The board is full.')).toBe('You win! The board is full.')
    expect(joinSentences('You win', 'The board is full.')).toBe('You win. The board is full.')
    expect(joinSentences('Noch eine Partie?', 'Am neuen Tisch')).toBe('Noch eine Partie? Am neuen Tisch')
    expect(joinSentences('Let me think…', 'Done.')).toBe('Let me think… Done.')
    expect(joinSentences('It stands on 12;', 'Nora’s on 7.')).toBe('It stands on 12; Nora’s on 7.')
  })

  it('leave out what is empty', () => {
    expect(joinSentences('', 'One', null, undefined, ' ', 'Two')).toBe('One. Two')
    expect(joinSentences()).toBe('')
  })
})

it('separates emphasized parts, and removes the marks for screen readers', () => {
  const sentence = `It stands on ${strong(12)}; hers on ${strong('7')}.`
  expect(
    partsOf(sentence)
      .filter((part) => part.strong)
      .map(({ text }) => text),
  ).toEqual(['12', '7'])
  expect(plain(sentence)).toBe('It stands on 12; hers on 7.')
})
