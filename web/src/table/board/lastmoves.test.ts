import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LastMoves } from './lastmoves.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const on = (html: string): PointerEvent => {
  document.body.innerHTML = html
  return { button: 0, target: document.body.querySelector('*') } as unknown as PointerEvent
}

it('are gone with the first pick, and back with the next move', () => {
  const marks = new LastMoves()
  expect(marks.isShown(7)).toBe(true)
  marks.see(7)
  expect(marks.isShown(7)).toBe(false)
  expect(marks.isShown(9)).toBe(true)
  marks.see(9)
  marks.peeking = true
  expect(marks.isShown(9)).toBe(true)
})

it('are seen again while a name is pressed and held, which is no click', () => {
  const marks = new LastMoves()
  const click = { preventDefault: vi.fn(), stopPropagation: vi.fn() } as unknown as MouseEvent
  marks.press(on('<h2>Nora</h2>'))
  vi.advanceTimersByTime(100)
  marks.release()
  marks.click(click)
  expect([marks.peeking, vi.mocked(click.preventDefault).mock.calls.length]).toEqual([false, 0])
  marks.press(on('<h2>Nora</h2>'))
  vi.advanceTimersByTime(400)
  expect(marks.peeking).toBe(true)
  marks.release()
  marks.click(click)
  expect(marks.peeking).toBe(false)
  expect(click.stopPropagation).toHaveBeenCalledOnce()
  marks.press(on('<h2>Nora</h2>'))
  vi.advanceTimersByTime(400)
  marks.release() // beside the name: there is no click
  marks.press(on('<p>elsewhere</p>'))
  vi.advanceTimersByTime(400)
  expect(marks.peeking).toBe(false)
  marks.click(click)
  expect(click.stopPropagation).toHaveBeenCalledOnce()
})
