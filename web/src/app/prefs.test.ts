import { describe, expect, it } from 'vitest'
import { FIRST } from '../pages/start/plan'
import { checked, choose, prefs, reread } from './prefs.svelte'

it('colours what is around the page like the chosen theme', () => {
  document.head.innerHTML = ['light', 'dark']
    .map((theme) => `<meta name="theme-color" content="${theme} paper" media="(prefers-color-scheme: ${theme})">`)
    .join('')
  const colours = () => [...document.querySelectorAll('meta')].map(({ content }) => content)
  choose({ theme: 'dark' })
  expect(colours()).toEqual(['dark paper', 'dark paper'])
  choose({ theme: 'auto' })
  expect(colours()).toEqual(['light paper', 'dark paper'])
  document.head.innerHTML = ''
})

describe('what was kept', () => {
  it('is used as it is if it fits', () => {
    const kept = { theme: 'dark', language: 'fr', letters: true, name: 'Ada', last: JSON.parse(JSON.stringify(FIRST)) }
    expect(checked(kept)).toMatchObject(kept)
  })

  it('is left out where it does not', () => {
    const usual = checked({})
    expect(checked({ theme: 'blue', language: 'xx', letters: 1, name: null, more: true })).toEqual(usual)
    for (const volume of [-1, 101, '50', null]) expect(checked({ volume })).toEqual(usual)
    for (const stored of [null, 3, 'x', []]) expect(checked(stored)).toEqual(usual)
  })

  it('is read again when another tab has changed it', () => {
    choose({ letters: false, language: null })
    localStorage.setItem('ingenious', JSON.stringify({ ...prefs, letters: true, language: 'de', theme: 'dark' }))
    expect(reread({ key: 'ingenious' })).toBe(true)
    expect(prefs).toMatchObject({ letters: true, language: 'de' })
    expect(document.documentElement.dataset.theme).toBe('dark')
    choose({ letters: false, language: null, theme: 'auto' })
  })

  it('stays if another tab has kept something else', () => {
    choose({ letters: false })
    localStorage.setItem('ingenious', JSON.stringify({ ...prefs, letters: true }))
    expect(reread({ key: 'ingenious.best' })).toBe(false)
    expect(prefs.letters).toBe(false)
    localStorage.clear()
    expect(reread({ key: null })).toBe(true)
    expect(prefs).toEqual(checked(null))
  })

  it('is no table to open again in an old shape', () => {
    const { settings, sit, names } = FIRST
    const olds = [
      {},
      { settings, sit },
      { settings: { ...settings, games: [] }, sit, names },
      { settings: { ...settings, seats: ['bot'] }, sit, names },
      { settings: { ...settings, clock: undefined }, sit, names },
      { settings, sit: ['0'], names },
    ]
    for (const last of olds) expect(checked({ name: 'Ada', last })).toMatchObject({ name: 'Ada', last: null })
  })
})
