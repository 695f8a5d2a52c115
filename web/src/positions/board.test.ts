import { render } from '@testing-library/svelte'
import { beforeAll, describe, expect, it } from 'vitest'
import { centre, type Laid, tilePath } from '../pieces/geometry'
import { choose } from '../app/prefs.svelte'
import { load } from '../i18n/catalogue.svelte'
import { groundOf } from '../../testing/ground'
import Board from './Board.svelte'
import { ghostsFor, marksFor, spread } from './marks'
import ScoreBoard from '../scores/ScoreBoard.svelte'
import Symbols from '../pieces/Symbols.svelte'

beforeAll(() => load('en'))

const texts = (root: ParentNode, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent?.trim() ?? '')

describe('Board', () => {
  const ground = groundOf(3, { '-2,0': 'P', '-1,0': 'P', '2,0': 'P' })
  const laid = {
    tile: 'PP',
    at: [
      [0, 0],
      [1, 0],
    ] as const,
  }
  const shown = (changes = {}) => render(Board, { board: ground.board, cells: ground.position.cells, s: 20, ...changes }).container

  it('draws only the spaces in play, and the symbols on them', () => {
    const root = shown()
    expect(root.querySelectorAll('.space')).toHaveLength(37)
    expect(root.querySelectorAll('.printed')).toHaveLength(3)
  })

  it('gives each ray of a double a number of its own, and joins the halves by no line', () => {
    const root = shown({ preview: laid, rays: ground.raysOf(laid) })
    expect(texts(root, '.rays text')).toEqual(['2', '1'])
    expect(root.querySelectorAll('.rays line')).toHaveLength(3)
    const middle = (20 * Math.sqrt(3)) / 2
    for (const line of root.querySelectorAll('.rays line')) {
      const [from, to] = ['x1', 'x2'].map((name) => Number(line.getAttribute(name))).sort((a, b) => a - b)
      expect((from ?? 0) < middle && middle < (to ?? 0)).toBe(false)
    }
    expect(root.querySelectorAll('.lit')).toHaveLength(3)
  })

  it('shows a tile that may not lie there half transparent, with a cross', () => {
    const root = shown({ preview: { ...laid, bad: true } })
    expect(root.querySelector('.bad')).not.toBeNull()
    expect(root.querySelector('.cross')).not.toBeNull()
  })

  it('marks where a player may begin, and lets the rest step back', () => {
    const root = shown({ marked: new Set(['0,0']) })
    expect(root.querySelectorAll('.allowed')).toHaveLength(1)
    expect(root.querySelectorAll('.space.back')).toHaveLength(36)
  })

  it('draws the last tile apart from the others, and each tile once', () => {
    const other = {
      tile: 'RB',
      at: [
        [0, 1],
        [1, 1],
      ] as const,
    }
    const root = shown({ tiles: [other, laid], last: laid })
    expect(root.querySelectorAll('.piece')).toHaveLength(2)
    expect(root.querySelectorAll('svg.newest')).toHaveLength(1)
  })

  it('marks the last tile by a line well inside its edge, and those before it by a fainter one', () => {
    const other = {
      tile: 'RB',
      at: [
        [0, 1],
        [1, 1],
      ] as const,
    }
    const third = {
      tile: 'GG',
      at: [
        [-1, 2],
        [0, 2],
      ] as const,
    }
    const root = shown({ tiles: [third, other, laid], last: laid, earlier: [other] })
    const [last, earlier] = ['.last .mark', '.earlier .mark'].map((name) => [...root.querySelectorAll(name)])
    expect([last!.length, earlier!.length]).toEqual([1, 1])
    const [broad, thin] = [last![0]!, earlier![0]!].map((line) => Number(line.getAttribute('stroke-width')))
    expect(broad! > thin!).toBe(true)
    // Between the dish, of 0.66, and the edge, of 0.87, with dark on both sides.
    const inset = 2.7
    expect(last![0]!.getAttribute('d')).toBe(tilePath(centre([0, 0], 20), centre([1, 0], 20), 20, inset))
    expect(17.3 - inset - broad! / 2).toBeGreaterThan(20 * 0.66)
    expect(inset - broad! / 2).toBeGreaterThan(1.2)
  })

  it('draws what came later as outlines', () => {
    const root = shown({ tiles: [], later: [laid] })
    expect(root.querySelectorAll('.later')).toHaveLength(1)
    expect(root.querySelectorAll('.piece')).toHaveLength(0)
  })

  it('writes on symbols the letters of the language', async () => {
    const three = groundOf(3, { '-2,0': 'Y', '-1,0': 'G', '2,0': 'R' }).position.cells
    choose({ letters: true })
    const drawn = (): (string | null)[] =>
      [...shown({ cells: three }).querySelectorAll('use[href^="#mark-"]')].map((use) => use.getAttribute('href'))
    const letters = (): string[] => texts(render(Symbols).container, 'symbol text')
    expect(drawn()).toEqual(['#mark-Y', '#mark-G', '#mark-R'])
    expect(letters()).toEqual(['R', 'O', 'Y', 'G', 'B', 'P'])
    await load('de')
    expect(letters().slice(2, 4)).toEqual(['Ge', 'Gr'])
    choose({ letters: false })
    expect([drawn(), letters()]).toEqual([[], []])
    await load('en')
  })

  it('lights the printed symbols when the game is won', () => {
    const cells = groundOf(3, { '-2,0': 'Y', '-1,0': 'G' }).position.cells
    expect(shown({ cells, glows: true }).querySelectorAll('.glow')).toHaveLength(2)
    expect(shown({ cells }).querySelectorAll('.glow')).toHaveLength(0)
  })

  it('numbers suggestions', () => {
    const root = shown({ marks: marksFor([laid, null, laid], null, 0, 20) })
    expect(texts(root, '.count')).toEqual(['3'])
  })

  it('draws suggestions where they would lie, as far as they do not cover another', () => {
    const beside: Laid = { tile: 'OY', at: [laid.at[1], [laid.at[1][0], laid.at[1][1] + 1]] }
    expect(ghostsFor([laid, beside, null], laid, 0)).toEqual([])
    expect(ghostsFor([laid, beside], null, 0)).toEqual([beside])
    expect(ghostsFor([laid, beside, laid], null, -1)).toEqual([laid])
    expect(shown({ ghosts: [laid] }).querySelectorAll('.ghost')).toHaveLength(1)
  })

  it('hides no mark by another', () => {
    const [a, b, c] = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 20, y: 0 },
    ]
    expect(spread([[a], [a, b], [a, b, c]], 10)).toEqual([a, b, c])
    expect(spread([[a], [a, { x: 3, y: 0 }]], 10)).toEqual([a, { x: 3, y: 0 }])
    expect(spread([[a, c]], 10, [b])).toEqual([a])
    const same = marksFor([laid, laid, laid], laid, 0, 20)
    expect(Math.hypot(same[0]!.x - same[1]!.x, same[0]!.y - same[1]!.y)).toBeGreaterThan(18)
  })
})

describe('ScoreBoard', () => {
  const pegs = [3, 5, 0, 18, 2, 1]
  it('tells the values, the lowest, and what a move would bring', () => {
    const root = render(ScoreBoard, { name: 'Nora', pegs, goal: 18, next: [3, 5, 2, 18, 2, 1] }).container
    expect(root.querySelector('.lowest')?.textContent?.replace(/\s+/g, ' ').trim()).toBe('Lowest 0 → 1')
    expect(texts(root, '.gain')).toEqual(['+2'])
    expect(texts(root, '.value')).toEqual(['3', '5', '2', '18', '2', '1'])
  })

  it('tells points that are lost at the end', () => {
    const root = render(ScoreBoard, {
      name: 'Nora',
      pegs: [17, 5, 1, 1, 2, 1],
      goal: 18,
      next: [18, 5, 1, 1, 2, 1],
      lost: [3, 0, 0, 0, 0, 0],
    }).container
    expect(texts(root, '.gain')).toEqual(['+1', '3 lost'])
    // One above the other: beside each other they would reach the peg in the last hole.
    const [gain, lost] = [...root.querySelectorAll('.gain')].map((text) => Number(text.getAttribute('y')))
    expect(lost! - gain!).toBeGreaterThan(10)
  })

  it('tells which of the last moves were made here, with what, and what they brought', () => {
    const order = [
      { n: 2, newest: false },
      { n: 3, newest: true },
    ]
    const played = { piece: 'tile' as const, pieces: ['RB', 'GG'] }
    const root = render(ScoreBoard, { name: 'Nora', pegs, goal: 18, order, played, gained: [4, 0, 0, 0, 2, 0] }).container
    expect(texts(root, '.order')).toEqual(['2', '3'])
    expect(texts(root, '.order.newest')).toEqual(['3'])
    expect(texts(root, '.gain')).toEqual(['+4', '+2'])
  })

  it('has two scales where the track is gone round twice', () => {
    const root = render(ScoreBoard, { name: 'Us', pegs: [20, 5, 1, 1, 2, 1], goal: 36, laps: 2 }).container
    expect(texts(root, '.scale .strong').at(-1)).toBe('36')
    expect(root.querySelectorAll('.peg .second')).toHaveLength(1)
  })
})
