import { beforeEach, expect, it } from 'vitest'
import { measured } from './best'

beforeEach(() => localStorage.clear())

it('measures a result by the best one before, also when the page is loaded anew', () => {
  expect(measured('first', 12)).toBeNull()
  expect(measured('first', 12)).toBeNull()
  expect(measured('second', 12)).toEqual({ best: 12, isNew: false })
  expect(measured('third', 15)).toEqual({ best: 12, isNew: true })
  expect(measured('third', 15)).toEqual({ best: 12, isNew: true })
  expect(measured('fourth', 9)).toEqual({ best: 15, isNew: false })
})

it('does not trip over what something else wrote there', () => {
  for (const found of ['{', '[]', '7', '{"table":1}']) {
    localStorage.setItem('ingenious.best', found)
    expect(measured('one', 3)).toBeNull()
  }
})
