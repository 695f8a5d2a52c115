import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rolls, Tumble } from './tumble.svelte'

let tumble: Tumble
let roll = $state.raw<object | null>(null)
let thrown = $state(false)
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  roll = null
  thrown = false
  stop = $effect.root(() => {
    tumble = new Tumble()
    rolls(
      tumble,
      () => roll,
      () => thrown,
    )
  })
  flushSync()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const change = (now: { roll?: object | null; thrown?: boolean }): void => {
  roll = now.roll === undefined ? roll : now.roll
  thrown = now.thrown ?? thrown
  flushSync()
}

it('rolls what others rolled for a moment', () => {
  change({ roll: [7] })
  expect(tumble.rolling).toBe(true)
  vi.advanceTimersByTime(600)
  expect(tumble.rolling).toBe(false)
  expect(tumble.face(0, 'R')).toBe('R')
})

it('keeps the viewer’s dice in the air until the roll is known', () => {
  change({ thrown: true })
  vi.advanceTimersByTime(2000)
  expect(tumble.rolling).toBe(true)
  change({ thrown: false, roll: [8] })
  vi.advanceTimersByTime(10)
  expect(tumble.rolling).toBe(false) // they were around often enough
})

it('comes down at once when the throw is refused', () => {
  change({ thrown: true })
  change({ thrown: false })
  expect(tumble.rolling).toBe(false)
})
