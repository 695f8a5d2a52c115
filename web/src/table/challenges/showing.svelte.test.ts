import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoryEvent, View } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { Showing } from './showing.svelte'

const story: StoryEvent[] = [['TurnBegan', { seat: 1, bonus: false }]]
const view = (looks: number | null, hands: View['hands']): View => ({ looks, hands, number: 1 }) as View

class Table {
  view = $state.raw<View | null>(view(0, [['RO', 'GB'], 3]))
  story = $state.raw<StoryEvent[]>([])
  lastSeat = $state<number | null>(null)
  skip(): void {}
}

let here: Table
let showing: Showing
let stop: () => void

function happens(seat: number, next: View): void {
  here.view = next
  here.story = story
  here.lastSeat = seat
  flushSync()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  here = new Table()
  stop = $effect.root(() => {
    showing = new Showing(here as unknown as TableState)
  })
  flushSync()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what is shown of a decision', () => {
  it('has no faces, no matter which player has the screen now', () => {
    happens(0, view(null, [2, 3]))
    expect(showing.story).toBe(story)
    expect(showing.before?.hands).toEqual([2, 3])
  })

  it('goes on with the same picture when another player has the screen', () => {
    happens(0, view(null, [2, 3]))
    const { before } = showing
    here.view = view(1, [2, ['PP', 'RR', 'YY']])
    flushSync()
    expect(showing.before).toBe(before)
    vi.advanceTimersByTime(1500)
    expect(showing.before).toBeNull()
  })

  it('is not the viewer’s own', () => {
    happens(0, view(0, [['RO'], 3]))
    expect(showing.before).toBeNull()
  })
})
