import { cleanup, render } from '@testing-library/svelte'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { load } from '../i18n/catalogue.svelte'
import DuelBoard from './DuelBoard.svelte'
import ScoreBoard from './ScoreBoard.svelte'

const PEGS = [6, 9, 7, 5, 8, 7]

beforeAll(() => load('en'))
afterEach(cleanup)

describe('a score board at the end', () => {
  it('frames what decided, and the other rows stand back', () => {
    const { container } = render(ScoreBoard, { name: 'Nora', pegs: PEGS, goal: 18, rank: 2, framed: ['G'], dimmed: true })
    expect(container.querySelectorAll('[data-testid=deciding]')).toHaveLength(1)
    expect(container.querySelectorAll('g[opacity="0.7"]')).toHaveLength(5)
    expect(container.querySelector('[data-testid=rank]')?.textContent).toBe('2')
  })

  it('says how many points were missing, and shows the area that wins', () => {
    const areas = [
      [0, 0],
      [1, 3],
      [4, 6],
      [7, 10],
    ] as const
    const short = [1, 0, 0, 2, 0, 0]
    const board = { name: 'Nora', pegs: PEGS, goal: 10, areas, short, column: 7 }
    const { container } = render(ScoreBoard, { ...board, framed: ['R', 'G'], dimmed: true })
    expect([...container.querySelectorAll('.missing')].map((one) => one.textContent)).toEqual(['1 short', '2 short'])
    expect(container.querySelector('.goals')?.classList.contains('reached')).toBe(false)
    cleanup()
    const won = render(ScoreBoard, { ...board, short: [], reached: true })
    expect(won.container.querySelector('.goals')?.classList.contains('reached')).toBe(true)
  })

  it('shows nothing of it during the game', () => {
    const { container } = render(ScoreBoard, { name: 'Nora', pegs: PEGS, goal: 18 })
    expect(container.querySelectorAll('[data-testid=deciding], [data-testid=rank], .missing, .goals, g[opacity]')).toHaveLength(0)
  })
})

it('marks no lowest peg before a learner knows what it means', () => {
  const { container } = render(ScoreBoard, { name: 'You', pegs: PEGS, goal: 18, unmarked: true })
  expect(container.querySelector('.lowest')?.textContent?.trim()).toBe('')
  expect(container.querySelectorAll('line[stroke="var(--on-panel)"]')).toHaveLength(0)
})

it('says what becomes of points beyond the end, with a sign where words have no room', () => {
  const board = { name: 'You', pegs: [5, 0, 0, 0, 0, 0], next: [7, 0, 0, 0, 0, 0], lost: [2, 0, 0, 0, 0, 0], goal: 7 }
  const gone = (more: object): string | null | undefined => {
    const { container } = render(ScoreBoard, { ...board, ...more })
    const text = container.querySelector('.gone')?.textContent
    cleanup()
    return text
  }
  expect(gone({})).toBe('2 lost')
  expect(gone({ returns: true })).toBe('2 back')
  expect(gone({ pegs: [15, 0, 0, 0, 0, 0], next: [18, 0, 0, 0, 0, 0], goal: 18, size: 'small' })).toBe('2 lost')
  expect(gone({ pegs: [0, 0, 0, 0, 0, 0], next: [18, 0, 0, 0, 0, 0], lost: [12, 0, 0, 0, 0, 0], goal: 18, size: 'small' })).toBe('12 ✕')
})

it('a small board leaves the word before its lowest peg out, rather than a part of a long name', () => {
  const worded = (name: string): boolean => {
    const { container } = render(ScoreBoard, { name, pegs: PEGS, goal: 18, size: 'small' })
    const word = container.querySelector('.lowest > span')
    expect(word?.textContent).toBe('Lowest')
    cleanup()
    return !word?.classList.contains('hidden')
  }
  expect(worded('Bo')).toBe(true)
  expect(worded('Ada and Cleo')).toBe(false)
})

it('the board of a duel frames the pegs that decided', () => {
  const { container } = render(DuelBoard, {
    names: ['You', 'Nora'],
    pegs: [1, 4, 0, 0, -1, -2],
    tokens: [null, null, null, null, null, null],
    ranks: [1, 2],
    framed: ['O', 'P'],
  })
  expect(container.querySelectorAll('[data-testid=deciding]')).toHaveLength(2)
  expect([...container.querySelectorAll('[data-testid=rank]')].map((one) => one.textContent)).toEqual(['1', '2'])
})
