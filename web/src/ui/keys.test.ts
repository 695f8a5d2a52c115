import { afterEach, describe, expect, it } from 'vitest'
import { keyFor } from './keys'
import { choose } from '../app/prefs.svelte'

afterEach(() => {
  document.body.innerHTML = ''
  choose({ keys: true })
})

/** What is heard of a key that is pressed on an element. */
function press(key: string, html = '<p></p>', more: KeyboardEventInit = {}, control = false): string | null {
  document.body.innerHTML = html
  let heard: string | null = null
  const hear = (event: Event): void => void (heard = keyFor(event as KeyboardEvent, control))
  addEventListener('keydown', hear, { once: true })
  const target = document.querySelector('.here') ?? document.body.firstElementChild
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  removeEventListener('keydown', hear)
  return heard
}

describe('a key', () => {
  it('is heard wherever nothing else needs it, letters small', () => {
    expect(press('R')).toBe('r')
    expect(press('Escape')).toBe('Escape')
    expect(press('r', '<button></button>')).toBe('r')
    expect(press('1', '<input type="radio">')).toBe('1')
  })

  it.each(['<input>', '<textarea></textarea>', '<select></select>', '<div contenteditable="true"></div>'])(
    'is not heard where one writes: %s',
    (html) => expect(press('r', html)).toBeNull(),
  )

  it('is not heard while something lies over the page, nor beside it in the rules', () => {
    expect(press('r', '<p></p><dialog open></dialog>')).toBeNull()
    expect(press('r', '<div role="dialog"><p class="here"></p></div>')).toBeNull()
    expect(press('r', '<p></p><div role="dialog"></div>')).toBe('r')
  })

  it('belongs to the control that has the focus', () => {
    expect(press('Enter', '<button></button>')).toBeNull()
    expect(press(' ', '<a href="/"></a>')).toBeNull()
    expect(press('ArrowLeft', '<input type="range">')).toBeNull()
    expect(press(' ', '<input type="range">')).toBe(' ')
    expect(press('ArrowLeft', '<button></button>')).toBe('ArrowLeft')
  })

  it('is heard with Ctrl only where that is wanted, and never with Alt', () => {
    expect(press('z', undefined, { ctrlKey: true })).toBeNull()
    expect(press('z', undefined, { ctrlKey: true }, true)).toBe('z')
    expect(press('z', undefined, { altKey: true }, true)).toBeNull()
  })

  it('is not heard alone if it is a sign and they are switched off', () => {
    choose({ keys: false })
    expect(press('r')).toBeNull()
    expect(press('1')).toBeNull()
    expect(press('Enter')).toBe('Enter')
    expect(press('z', undefined, { ctrlKey: true }, true)).toBe('z')
  })
})
