import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mayReload, sayPlainly } from './reload'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('a part that cannot be loaded', () => {
  it('loads the page anew, but not again and again', () => {
    expect(mayReload(1_000_000)).toBe(true)
    expect(mayReload(1_010_000)).toBe(false)
    expect(mayReload(1_100_000)).toBe(true)
  })

  it('loads nothing anew without a network', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(mayReload()).toBe(false)
  })

  it('is said without the catalogue', () => {
    const target = document.createElement('div')
    sayPlainly(target, 'de')
    expect(target.textContent).toBe('Ingenious konnte nicht geladen werden. Noch einmal versuchen')
    expect(target.querySelector('a')?.href).toBe(location.href)
  })
})
