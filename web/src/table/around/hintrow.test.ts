import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { load } from '../../lib/words.svelte'
import HintRow from './HintRow.svelte'

const choose = vi.fn()
const away = vi.fn()
const row = { hints: [{ chance: 0.61 }, { chance: 0.5 }], chosen: 0, reason: 'Scores 2 red', choose, away }

beforeEach(() => load('en'))

it('has a number for each suggestion, and the reason of the chosen one', () => {
  render(HintRow, row)
  expect(screen.getByTestId('hint-reason').textContent).toBe('Scores 2 red')
  expect(screen.getByRole('button', { name: 'Suggestion 1, 61% to win' }).getAttribute('aria-pressed')).toBe('true')
  screen.getByTestId('hint-1').click()
  expect(choose).toHaveBeenCalledWith(1)
  screen.getByRole('button', { name: 'Close' }).click()
  expect(away).toHaveBeenCalled()
})

it('gives a long reason a line of its own on a phone', () => {
  const long = { ...row, reason: 'Scores 4 red and 3 orange, your lowest colours; loses 2 points, but Ben and Dora win' }
  const { container, rerender } = render(HintRow, { ...long, phone: true })
  expect(container.querySelector('.below')?.textContent).toContain(long.reason)
  expect(screen.getByText('To win')).toBeTruthy() // what the percentages mean
  void rerender({ ...row, phone: true })
  flushSync()
  expect(container.querySelector('.below')).toBeNull()
  expect(screen.queryByText('To win')).toBeNull()
  expect(screen.getByTestId('hint-0').title).toBe('Suggestion 1, 61% to win')
})

it('presses none while something else is held', () => {
  render(HintRow, { ...row, pressed: false, phone: true })
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
  expect(screen.getByText('Scores 2 red')).toBeTruthy()
})
