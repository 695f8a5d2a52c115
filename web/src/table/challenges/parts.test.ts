import { flushSync } from 'svelte'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import type { Colour } from '../../net/wire'
import AreaNote from './AreaNote.svelte'
import Centre from '../../positions/Centre.svelte'
import DiceWork from '../dice/DiceWork.svelte'
import Drawn from '../../positions/Drawn.svelte'
import Gains from './Gains.svelte'
import Hand from '../cards/Hand.svelte'
import NextTile from '../tiles/NextTile.svelte'

beforeEach(() => load('en'))

it('names the cards of a hand, and which is picked', () => {
  const pick = vi.fn()
  const room = { width: 800, height: 200 }
  const marks = new Map([[1, 2]])
  const cards = { cards: ['RG', 'OB'], raised: 0, picked: 0, counts: [2, 0], marks }
  render(Hand, { ...cards, room, active: true, point: () => {}, pick })
  const first = screen.getByRole('button', { name: 'red/green, card 1 of 2: 2 red, 0 green' })
  expect(first.getAttribute('aria-pressed')).toBe('true')
  screen.getByRole('button', { name: 'orange/blue, card 2 of 2, hint 2' }).click()
  expect(pick).toHaveBeenCalledWith(1)
})

it('shows the whole hand in the little room left once the game is over', () => {
  const room = { width: 328, height: 62 }
  const cards = ['RG', 'OB', 'YP', 'RO', 'GB', 'PO']
  render(Hand, {
    cards,
    room,
    active: false,
    over: true,
    raised: null,
    picked: null,
    counts: null,
    marks: new Map(),
    point: () => {},
    pick: () => {},
  })
  for (const one of screen.getAllByRole('button')) {
    const { top, height } = one.style
    expect(parseFloat(top)).toBeGreaterThanOrEqual(0)
    expect(parseFloat(top) + parseFloat(height)).toBeLessThanOrEqual(room.height)
  }
})

it('offers every split, every symbol and another order', () => {
  const change = vi.fn()
  const tumble = { rolling: false, face: (_: number, rolled: Colour) => rolled, flight: () => () => {} }
  const groups = [
    { dice: [0, 1, 2], as: 'R' as const },
    { dice: [3], as: null },
  ]
  const uses = { match: [0, 0, 0, 1], equal: [[0, 1, 2]], wild: [0, 0, 1, 2, 3] }
  render(DiceWork, {
    ...{ width: 800, height: 460, name: 'You', text: '', tumble, tap: () => {}, change },
    ...{ roll: 'BBBP', groups, uses, pegs: [0, 0, 0, 0, 0, 0] },
  })
  screen.getByRole('radio', { name: '2 + 1' }).click()
  expect(change).toHaveBeenLastCalledWith([
    { dice: [0, 1], as: 'R' },
    { dice: [2], as: null },
    { dice: [3], as: null },
  ])
  screen.getByRole('radio', { name: 'yellow' }).click()
  expect(change).toHaveBeenLastCalledWith([
    { dice: [0, 1, 2], as: 'Y' },
    { dice: [3], as: null },
  ])
  screen.getByRole('button', { name: /^Score first ?: 2, Match$/ }).click()
  expect(change).toHaveBeenLastCalledWith([groups[1], groups[0]])
})

it('shows the risk and which colours cause it', () => {
  render(NextTile, { risk: 0.314, text: 'would put you out', unseen: [10, 9, 8, 7, 6, 5], bust: 'RO', tight: false })
  expect(screen.getByText('31%')).toBeTruthy()
  expect(screen.getByText('10 red in the pool, ends the turn')).toBeTruthy()
  expect(screen.getByText('8 yellow in the pool')).toBeTruthy()
})

it('offers only the columns that may be taken', () => {
  const choose = vi.fn()
  const lying = { centre: 'RRG', pool: 90, lit: '', fresh: '', free: ['R' as const], chosen: null }
  render(Centre, { ...lying, width: 800, height: 300, point: () => {}, choose })
  expect(screen.getByTestId<HTMLButtonElement>('centre-G').disabled).toBe(true)
  screen.getByRole('button', { name: 'Free score: 2 red in the centre' }).click()
  expect(choose).toHaveBeenCalledWith('R')
})

it('says what closes an area, and offers its rule', () => {
  const ask = vi.fn()
  render(AreaNote, { border: { from: 7, to: 10, floor: 4, why: 'F2' }, blockers: ['R', 'Y'], stopped: true, ask })
  expect(screen.getByText('7–10 opens when red and yellow reach 4')).toBeTruthy()
  screen.getByRole('button', { name: 'Why?' }).click()
  expect(ask).toHaveBeenCalled()
})

it('says that an area opens, also to pegs that stand beyond its floor', () => {
  render(AreaNote, { border: { from: 7, to: 10, floor: 4, why: 'F2' }, blockers: [], opens: true })
  expect(screen.getByText('This opens 7–10: all pegs reach 4')).toBeTruthy()
})

it('offers the rule only where points are lost', () => {
  const ask = vi.fn()
  const { rerender } = render(Gains, { gains: [{ colour: 'R', points: 2, of: 2 }], ask })
  expect(screen.queryByRole('button')).toBeNull()
  void rerender({ gains: [{ colour: 'R', points: 2, of: 4 }], ask })
  flushSync()
  screen.getByRole('button', { name: 'Why?' }).click()
  expect(ask).toHaveBeenCalled()
})

it('lays a tile face down until it is known what was drawn', () => {
  const laid = { title: 'Drawn', drawn: 'RG', room: { width: 400, height: 200 }, tight: false, open: true, out: '' }
  const { container } = render(Drawn, { ...laid, lit: false, coming: true })
  expect(container.querySelectorAll('.tile')).toHaveLength(3)
  expect(screen.getByRole('img', { name: 'red and green' })).toBeTruthy()
})
