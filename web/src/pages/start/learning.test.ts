import { beforeEach, expect, it } from 'vitest'
import { progress } from '../../app/progress.svelte'
import { lessonsOf } from '../../rules/lessons'
import { nextIn, toContinue } from './learning'

beforeEach(() => {
  localStorage.clear()
  progress.reread()
})

it('goes on with the lesson that was left, or with the next one that is not done', () => {
  progress.reach('classic', 1, 2)
  expect(toContinue()).toBeNull()
  progress.finish('classic', 1, 2)
  expect(toContinue()).toEqual({ course: 'classic', lesson: 2 })
  progress.reach('classic', 4, 1)
  expect(toContinue()).toEqual({ course: 'classic', lesson: 4 })
  progress.reach('classic', 1, 0)
  expect(toContinue()).toEqual({ course: 'classic', lesson: 2 })
})

it('does not continue a course that is done, also after one of its lessons was repeated', () => {
  for (const number of lessonsOf('classic').keys()) progress.finish('classic', number + 1, null)
  progress.finish('classic', 4, 5)
  expect(progress.last).toEqual({ course: 'classic', lesson: 5 })
  expect(toContinue()).toBeNull()
  progress.finish('dice', 1, 2)
  expect(toContinue()).toEqual({ course: 'dice', lesson: 2 })
})

it('goes on in a course with the lesson that was left, or after those that are done', () => {
  expect(nextIn('tiles')).toBe(1)
  progress.finish('tiles', 1, 2)
  expect(nextIn('tiles')).toBe(2)
  progress.reach('tiles', 3, 1)
  expect(nextIn('tiles')).toBe(3)
  progress.finish('tiles', 3, null)
  expect(nextIn('tiles')).toBe(2)
  progress.finish('tiles', 2, 3)
  expect(nextIn('tiles')).toBe(1)
})

it('does not go back to a lesson that was skipped', () => {
  progress.finish('tiles', 2, 3)
  expect(nextIn('tiles')).toBe(3)
})
