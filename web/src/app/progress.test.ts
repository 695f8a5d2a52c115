import { beforeEach, expect, it } from 'vitest'
import { checked, progress } from './progress.svelte'

beforeEach(() => {
  localStorage.clear()
  progress.reread()
})

it('keeps the step that was left, and the lessons that are done', () => {
  expect(progress).toMatchObject({ hasDone: false, last: null })
  progress.reach('classic', 2, 3)
  progress.reread()
  expect(progress.stepOf('classic', 2)).toBe(3)
  expect(progress.last).toEqual({ course: 'classic', lesson: 2 })
  progress.finish('classic', 2, 3)
  progress.reread()
  expect(progress.stepOf('classic', 2)).toBe(0)
  expect(progress.isDone('classic', 2)).toBe(true)
  expect(progress).toMatchObject({ hasDone: true, last: { course: 'classic', lesson: 3 } })
  progress.finish('classic', 6, null)
  expect(progress.last).toBeNull()
})

it('leaves out what is not valid', () => {
  expect(checked({ done: ['a/1', 3], steps: { 'a/2': 1, 'a/3': 'x', 'a/4': -1 }, last: 7 })).toEqual({
    done: ['a/1'],
    steps: { 'a/2': 1 },
    last: null,
  })
  for (const stored of [null, 3, 'x']) expect(checked(stored)).toEqual({ done: [], steps: {}, last: null })
})
