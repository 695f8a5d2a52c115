import { afterEach, expect, it, vi } from 'vitest'
import { show } from './scroll'

const led = vi.fn()
Element.prototype.scrollIntoView = function (this: Element) {
  led(this.id || this.textContent)
}
afterEach(() => led.mockClear())

const page = document.createElement('div')
page.innerHTML =
  '<section id="moving"><h2>Moving pegs</h2><div><p>Each point <b id="F2">F2</b></p><p id="later">Points <b id="F3">F3</b></p></div>' +
  '<div><h3>Odd cases</h3><ul><li>First <b id="F4">F4</b></li><li id="second">Second <b id="F5">F5</b></li></ul></div></section>'

it('shows the heading with the first thing below it', () => {
  show(page, 'F2')
  show(page, 'F4')
  expect(led.mock.calls.flat()).toEqual(['Moving pegs', 'Odd cases'])
  expect(page.querySelector('.asked')?.textContent).toBe('First F4')
})

it('leads to the thing itself where something else comes before it', () => {
  for (const place of ['F3', 'F5', 'moving']) show(page, place)
  expect(led.mock.calls.flat()).toEqual(['later', 'second', 'moving'])
  expect(show(page, 'Z9')).toBe(false)
})
