import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import { Hand } from './hand.svelte'
import { type Around, Placing } from './placing.svelte'
import { groundOf } from '../../../testing/ground'
import Stage from './Stage.svelte'

beforeEach(() => load('en'))

it('presses once, however long Enter or the space bar is held', async () => {
  const ground = groundOf(2, {})
  const placing = new Placing({ ground: () => ground, places: () => [] } as unknown as Around)
  const [enter, missed] = [vi.fn(), vi.fn()]
  render(Stage, {
    ...{ ground, placing, hand: new Hand(placing, () => {}), width: 400, height: 400, tiles: [], last: null },
    ...{ rays: [], own: false, marked: null, hints: [], chosen: -1, suggest: () => {}, enter, missed },
  })
  for (const key of ['Enter', ' ']) {
    enter.mockClear()
    await fireEvent.keyDown(screen.getByTestId('board'), { key })
    for (let k = 0; k < 5; k++) await fireEvent.keyDown(screen.getByTestId('board'), { key, repeat: true })
    expect(enter).toHaveBeenCalledOnce()
  }
  expect(missed).not.toHaveBeenCalled()
  await fireEvent.pointerDown(screen.getByTestId('board'), { button: 0 })
  expect(missed).toHaveBeenCalledOnce() // no tile is held
})
