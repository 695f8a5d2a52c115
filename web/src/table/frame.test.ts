import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prefs } from '../app/prefs.svelte'
import Frame from './Frame.svelte'

const nothing = createRawSnippet(() => ({ render: () => '<i></i>' }))
const board = createRawSnippet<[number, number]>(() => ({ render: () => '<div data-drawn></div>' }))
const props = { header: nothing, stage: board, bar: nothing, opponents: nothing, mine: nothing }

/** Where the board is drawn; it is smaller each time that it is measured. */
let drawn: DOMRect[]
let measured: number
const STAGE = new DOMRect(0, 64, 800, 600)

beforeEach(() => {
  prefs.calm = false
  drawn = [new DOMRect(100, 64, 600, 600), new DOMRect(150, 64, 500, 500)]
  measured = 0
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.matches('[data-drawn]') ? (drawn[measured++] ?? new DOMRect()) : STAGE
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const shrinking = (): HTMLElement | null => document.querySelector<HTMLElement>('.shrinks')

describe('the board', () => {
  it('shrinks when the game ends, until that is over or cancelled', async () => {
    const shown = render(Frame, { props })
    for (const end of ['animationend', 'animationcancel']) {
      measured = 0
      await shown.rerender({ over: false })
      await shown.rerender({ over: true })
      expect(shrinking()?.style.getPropertyValue('--from')).toBe('translate(0px, 50px) scale(1.2)')
      await fireEvent(shrinking() as HTMLElement, new Event(end))
      expect(shrinking()).toBeNull()
    }
  })

  it('does not shrink where the game was over already, and is not measured then', () => {
    render(Frame, { props: { ...props, over: true } })
    expect([shrinking(), measured]).toEqual([null, 0])
  })

  it('does not fly in from outside the stage', async () => {
    drawn[0] = new DOMRect(100, 0, 600, 600)
    const shown = render(Frame, { props })
    await shown.rerender({ over: true })
    expect(shrinking()).toBeNull()
  })
})
