import { describe, expect, it } from 'vitest'
import { inARow, partsOf, plain, strong } from './sentences'

describe('joined sentences', () => {
  it('have final punctuation each', () => {
    expect(inARow('You win!', 'The board is full.')).toBe('You win! The board is full.')
    expect(inARow('You win', 'The board is full.')).toBe('You win. The board is full.')
    expect(inARow('Noch eine Partie?', 'Am neuen Tisch')).toBe('Noch eine Partie? Am neuen Tisch')
    expect(inARow('Let me think…', 'Done.')).toBe('Let me think… Done.')
    expect(inARow('It stands on 12;', 'Nora’s on 7.')).toBe('It stands on 12; Nora’s on 7.')
  })

  it('leave out what is empty', () => {
    expect(inARow('', 'One', null, undefined, ' ', 'Two')).toBe('One. Two')
    expect(inARow()).toBe('')
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
