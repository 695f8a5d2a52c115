import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import HintRow from './HintRow.svelte'

const choose = vi.fn()
const away = vi.fn()
const chances = [
  { measure: 'chance' as const, value: 0.61 },
  { measure: 'chance' as const, value: 0.5 },
]
const row = { hints: chances, chosen: 0, reason: 'Scores 2 red', choose, away }

/** What a row without room for a label says. */
const said = 'Win chance 61% · Scores 2 red'

beforeEach(() => load('en'))

it('has a number for each suggestion, and the reason of the chosen one', () => {
  render(HintRow, row)
  expect(screen.getByTestId('hint-reason').textContent).toBe('Scores 2 red')
  expect(screen.getByRole('button', { name: 'Hint 1, win chance 61%' }).getAttribute('aria-pressed')).toBe('true')
  screen.getByTestId('hint-1').click()
  expect(choose).toHaveBeenCalledWith(1)
  screen.getByRole('button', { name: 'Close' }).click()
  expect(away).toHaveBeenCalled()
})

it('shows the expected lowest peg if the chances do not differ', () => {
  const lowest = { measure: 'lowest' as const }
  render(HintRow, {
    ...row,
    hints: [
      { ...lowest, value: 14.26 },
      { ...lowest, value: 13 },
    ],
  })
  expect(screen.getByTestId('hints').textContent).toContain('You would end on about')
  expect(screen.getByRole('button', { name: 'Hint 1, you would end on about 14' })).toBeTruthy()
  expect(screen.getByTestId('hint-1').textContent).toContain('13')
  expect(screen.getByTestId('hints').textContent).not.toContain('%')
})

it('says about where you would end in whole numbers, and compares hints in tenths', () => {
  const lowest = { measure: 'lowest' as const }
  const close = [6.91, 6.83].map((value) => ({ ...lowest, value }))
  render(HintRow, { ...row, hints: close, small: true })
  expect(screen.getByTestId('hint-reason').textContent).toBe('You would end on about 7 · Scores 2 red')
  expect(screen.getByTestId('hint-1').textContent).toContain('6.8')
})

it('shows the points scored now if not even that differs', () => {
  const points = { measure: 'points' as const }
  render(HintRow, {
    ...row,
    hints: [
      { ...points, value: 5 },
      { ...points, value: 0 },
    ],
  })
  expect(screen.getByRole('button', { name: 'Hint 1, points now: +5' })).toBeTruthy()
  expect(screen.getByTestId('hints').textContent).toContain('Points now')
})

it('has only numbers if nothing distinguishes the hints', () => {
  render(HintRow, {
    ...row,
    hints: [
      { measure: null, value: null },
      { measure: null, value: null },
    ],
    small: true,
  })
  expect(screen.getByTestId('hint-0').textContent.trim()).toMatch(/^Hint 1\s*1$/)
  expect(screen.getByRole('button', { name: 'Hint 2' })).toBeTruthy()
})

it('shows a long reason in full on request', () => {
  const wide = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(340)
  const higher = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(64)
  const { container } = render(HintRow, { ...row, small: true })
  flushSync()
  expect(screen.queryByText('Win chance')).toBeNull()
  const reason = screen.getByRole('button', { name: said })
  expect(reason.getAttribute('aria-expanded')).toBe('false')
  reason.click()
  flushSync()
  expect(container.querySelector('.whole')?.textContent).toContain(row.reason)
  expect(screen.getByText('Win chance')).toBeTruthy() // what the percentages mean
  screen.getByRole('button', { name: row.reason }).click()
  flushSync()
  expect(container.querySelector('.whole')).toBeNull()
  higher.mockRestore()
  wide.mockRestore()
})

it('has nothing to open if the reason fits', () => {
  render(HintRow, { ...row, small: true })
  flushSync()
  expect(screen.queryByRole('button', { name: said })).toBeNull()
  expect(screen.getByTestId('hint-0').title).toBe('Hint 1, win chance 61%')
})

it('marks none as pressed while another tile is held', () => {
  render(HintRow, { ...row, pressed: false, small: true })
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
  expect(screen.getByText('Scores 2 red')).toBeTruthy()
})

it('moves the focus to the numbers when the pressed reason is no longer a button', async () => {
  const higher = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(64)
  const { rerender } = render(HintRow, { ...row, chosen: 1, small: true })
  flushSync()
  const reason = screen.getByRole('button', { name: 'Win chance 50% · Scores 2 red' })
  reason.click()
  flushSync()
  await rerender({ ...row, chosen: 1, small: true, reason: 'Short' })
  higher.mockReturnValue(0)
  const open = screen.getByRole('button', { name: /Short$/ })
  open.focus()
  open.click()
  flushSync()
  expect(screen.queryByRole('button', { name: /Short$/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByTestId('hint-1'))
  higher.mockRestore()
})
