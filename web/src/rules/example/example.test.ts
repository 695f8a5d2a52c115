import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { marked } from '../../pieces/colours'
import { boardSize, centre, nameOf, spaceOf } from '../../pieces/geometry'
import { load } from '../../i18n/catalogue.svelte'
import type { ExampleBlock } from '../../net/wire'
import { sample } from '../../../testing/examples'
import { cropOf } from './crop'
import Example from './Example.svelte'
import { partsOf, spacesIn } from './names'

describe('names of spaces', () => {
  it.each([
    ['H8', [0, 0]],
    ['C8', [0, -5]],
    ['H13', [5, 0]],
    ['M3', [-5, 5]],
    ['O1', [-7, 7]],
  ] as const)('%s', (name, space) => {
    expect(spaceOf(name)).toEqual(space)
    expect(nameOf(space)).toBe(name)
  })

  it('and tiles are found in remarks', () => {
    expect(partsOf('OP zeigt Orange; H8 sieht G10.', true).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'piece OP',
      'text  zeigt Orange; ',
      'space H8',
      'text  sieht ',
      'space G10',
      'text .',
    ])
  })

  it('are not taken for columns where there is no board', () => {
    expect(partsOf('B1 and RG', false).map(({ kind }) => kind)).toEqual(['text', 'piece'])
    expect(spacesIn('16 + 3 is past 18, with RGB and H16')).toEqual([])
  })
})

describe('the part of a board', () => {
  it('is all of it where nothing happens', () => {
    const { width, height } = boardSize(5, 1)
    expect(cropOf([], 5)).toEqual({ x: -width / 2, y: -height / 2, width, height })
  })

  it('has what happens well inside, and stays on the board', () => {
    const crop = cropOf(
      [
        [0, -5],
        [1, -4],
      ],
      5,
    )
    const { width, height } = boardSize(5, 1)
    for (const space of [
      [0, -5],
      [1, -4],
    ] as const) {
      const { x, y } = centre(space, 1)
      expect(x).toBeGreaterThan(crop.x + 1)
      expect(x).toBeLessThan(crop.x + crop.width - 1)
      expect(y).toBeGreaterThan(crop.y + 0.5)
    }
    expect(crop.y).toBeGreaterThanOrEqual(-height / 2)
    expect(crop.width).toBeLessThan(width)
  })

  it('shows a space beyond the board', () => {
    const { y } = centre([4, -6], 1)
    expect(cropOf([[4, -6]], 5).y).toBeLessThan(y - 0.9)
  })
})

it('marks each piece of a rack once', () => {
  expect(marked(['RG', 'RG', 'OY'], ['GR', 'YO'])).toEqual([true, false, true])
})

describe('an example', () => {
  const block = sample.sections[1]?.blocks[1] as ExampleBlock

  beforeEach(() => load('en'))

  it('begins with its first move, and goes on step by step', async () => {
    render(Example, { block })
    expect(screen.getByRole('figure', { name: 'Example: a draw' })).toBeTruthy()
    expect(screen.getByText('Step 1 of 2')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(screen.getByText('A red star.')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'red' })).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('can be gone through backwards, to the position it begins with', async () => {
    render(Example, { block })
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByText('This is the position.')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Back' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('says in the language of the page why a move is refused', async () => {
    await load('de')
    render(Example, { block })
    expect(screen.getByText(/Für eine freie Wertung nimmst du eines deiner niedrigsten Symbole/)).toBeTruthy()
  })

  it('tells the pegs to those who do not see them', () => {
    render(Example, { block })
    expect(screen.getByText(/^Ada: red 0, orange 0/)).toBeTruthy()
  })
})
