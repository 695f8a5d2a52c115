import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusFirst, focusOn, focusWhenReady } from './focus'

afterEach(() => {
  document.body.innerHTML = ''
})

describe('the keyboard focus', () => {
  it('moves to the heading of a new page', () => {
    document.body.innerHTML = '<main><h1>Rules</h1></main>'
    focusWhenReady()
    const heading = document.querySelector('h1')
    expect(document.activeElement).toBe(heading)
    heading?.blur()
    expect(heading?.hasAttribute('tabindex')).toBe(false)
  })

  it('moves to the heading as soon as it exists', async () => {
    focusWhenReady()
    document.body.innerHTML = '<main><h1>Rules</h1></main>'
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })

  it('stays where the page has put it', () => {
    document.body.innerHTML = '<main><h1>Join</h1><input></main>'
    document.querySelector('input')?.focus()
    focusWhenReady()
    focusFirst('main')
    focusOn(document.querySelector('h1'))
    expect(document.activeElement?.tagName).toBe('INPUT')
  })

  it('moves elsewhere if its element is gone', () => {
    document.body.innerHTML = '<button></button><div tabindex="0"></div>'
    document.querySelector('button')?.focus()
    document.querySelector('button')?.remove()
    focusOn(null)
    focusOn(document.querySelector('div'))
    expect(document.activeElement?.tagName).toBe('DIV')
  })

  it('moves to the first enabled control', () => {
    document.body.innerHTML =
      '<p></p><main><button disabled></button><button aria-disabled="true"></button><button id="it"></button></main>'
    focusFirst('p', 'main')
    expect(document.activeElement?.id).toBe('it')
  })
})
