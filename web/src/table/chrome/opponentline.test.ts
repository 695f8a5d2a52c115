import { render, screen } from '@testing-library/svelte'
import { beforeEach, expect, it } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import OpponentLine from './OpponentLine.svelte'

const line = { key: '1', name: 'Nora', pegs: [5, 0, 3, 1, 1, 2], turn: false }
const texts = (root: Element, name: string): string[] => [...root.querySelectorAll(name)].map((one) => one.textContent ?? '')

beforeEach(() => load('en'))

it('underlines the lowest numbers, and says what a move would score', () => {
  const { container } = render(OpponentLine, { lines: [{ ...line, next: [5, 2, 3, 1, 1, 2] }] })
  expect(texts(container, 'i')).toEqual(['5', '2', '3', '1', '1', '2'])
  expect(texts(container, '.low')).toEqual(['1', '1'])
  expect(texts(container, 'em')).toEqual(['+2'])
})

it('numbers the last moves of a seat, and points at the pegs that they moved', () => {
  const orders = [[{ n: 2, newest: true }]]
  const { container } = render(OpponentLine, { lines: [{ ...line, orders, gained: [3, 0, 0, 0, 0, 1] }] })
  expect(texts(container, '.order.newest')).toEqual(['2'])
  expect(container.querySelectorAll('.rose')).toHaveLength(2)
})

it('shows the numbers of the last moves before the name of each partner', () => {
  const orders = [[{ n: 1, newest: false }], [{ n: 3, newest: true }]]
  const { container } = render(OpponentLine, { lines: [{ ...line, names: ['Nora', 'Ben'], orders }] })
  expect(texts(container, 'b > span').map((text) => text.trim())).toEqual(['1Nora', '3Ben'])
})

it('shows the pegs of a duel with their sides, and none as the lowest', () => {
  const heads = ['You', 'Ben'] as const
  const duel = { ...line, name: '2 : 1', heads, pegs: [5, 0, -3, 0, 0, 0], before: [5, 0, -1, 0, 0, 0], signed: true }
  const { container } = render(OpponentLine, { lines: [duel] })
  expect(texts(container, 'i')).toEqual(['+5', '0', '−3', '0', '0', '0'])
  expect(container.querySelector('.low')).toBeNull()
  expect(texts(container, '.heads')[0]?.replace(/\s+/g, ' ').trim()).toBe('You+ 2 : 1 −Ben')
  expect(texts(container, 'em')).toEqual(['−2'])
})

it('wraps a long name into two rows, so that it stays distinguishable', () => {
  const lines = ['Nora', 'Maximilian 2'].map((name) => ({ ...line, key: name, name }))
  const { container } = render(OpponentLine, { lines })
  expect(texts(container, '.long b').map((text) => text.trim())).toEqual(['Maximilian 2'])
})

it('stacks the names of a side', () => {
  const { container } = render(OpponentLine, { lines: [{ ...line, name: 'Nora and Ines', names: ['Nora', 'Ines'] }] })
  expect(texts(container, '.several b span')).toEqual(['Nora', 'Ines'])
  expect(screen.getByText(/Nora and Ines: /)).toBeTruthy()
})

it('tells screen readers whose side a peg is on if the number does not', () => {
  const spoken = 'You 1, Ben 1, Ben away: red 5 You; orange 3 Ben'
  render(OpponentLine, { lines: [{ ...line, name: '1 : 1', away: 'away', signed: true, spoken }] })
  expect(screen.getByText(spoken)).toBeTruthy()
  expect(screen.queryByText(/1 : 1, away/)).toBeNull()
})

const timed = (name: string, state: 'waits' | 'runs', last: number | null = null) => ({
  name,
  turn: state === 'runs',
  away: '',
  clock: { time: '0:07', label: `${name}: 0:07 left`, state, last },
})

it('has a row for the name and the clock, which also shows a silent connection', () => {
  const silent = { seat: 1, waits: true, seconds: 9, share: 0.5, text: 'Nora is offline' }
  const { container } = render(OpponentLine, { lines: [{ ...line, clocks: [timed('Nora', 'runs', 7)], silent }] })
  expect(container.querySelector('.columns')).toBeNull()
  expect(screen.getByRole('timer', { name: 'Nora: 0:07 left' })).toBeTruthy()
  expect(container.querySelectorAll('.seconds .lit')).toHaveLength(7)
  expect(screen.getByTestId('silent').textContent).toContain('Nora is offline')
})

it('shows the clocks of partners next to their names, and several opponents side by side', () => {
  const team = { ...line, name: 'Nora and Ines', clocks: [timed('Nora', 'runs'), timed('Ines', 'waits')] }
  const { container, unmount } = render(OpponentLine, { lines: [team] })
  expect(texts(container, '.player').map((text) => text.trim().replace(/\s+/, ' '))).toEqual(['Nora 0:07', 'Ines 0:07'])
  unmount()
  const lines = ['Nora', 'Ben'].map((name) => ({ ...line, key: name, name, clocks: [timed(name, 'waits')] }))
  expect(render(OpponentLine, { lines }).container.querySelector('.columns')).toBeTruthy()
})

it('shows a silent connection once for all columns, between the names and the numbers', () => {
  const clocks = [{ name: 'Nora', turn: true, away: '', clock: { time: '3:07', label: 'Nora', state: 'stands', last: null } as const }]
  const silent = { seat: 2, waits: true, seconds: 9, share: 0.6, text: 'Ben is offline' }
  const lines = ['1', '2', '3'].map((key) => ({ ...line, key, clocks, silent: key === '2' ? silent : null }))
  const { container } = render(OpponentLine, { lines, height: 29 })
  expect(texts(container, '[data-testid=silent]').map((text) => text.trim())).toEqual(['Ben is offline'])
  expect(container.querySelector('.lines.quieted > .across')).toBeTruthy()
  expect(container.querySelector('.timed [data-testid=silent]')).toBeNull()
})
