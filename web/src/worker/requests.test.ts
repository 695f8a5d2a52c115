import { describe, expect, it } from 'vitest'
import { loadedBefore, outdatedCaches, wayOf } from './requests'

const HERE = 'https://games.example.org'
const files = new Set(['/theme.js', '/assets/index-1a2b3c4d.js'])
const ask = (path: string, mode = 'cors', method = 'GET') => wayOf({ method, mode, url: new URL(path, HERE).href }, HERE, files)

describe('a request', () => {
  it('for a page gets the cached page', () => {
    for (const path of ['/', '/rules/duel', '/table/abc?invite=x', '/nowhere']) expect(ask(path, 'navigate')).toBe('page')
  })

  it('for a file of the pages is answered from the cache', () => {
    for (const path of ['/theme.js', '/assets/index-1a2b3c4d.js', '/assets/old-5e6f7a8b.js']) expect(ask(path)).toBe('file')
  })

  it('for a file whose name has no hash gets the latest one', () => {
    expect(ask('/lessons/en/classic-1.json')).toBe('latest')
  })

  it('to the API, to the server itself or elsewhere is left alone', () => {
    for (const path of ['/api/me', '/api/docs', '/ready', '/metrics', 'https://elsewhere.example/x.js']) {
      expect(ask(path)).toBe('network')
      expect(ask(path, 'navigate')).toBe('network')
    }
    expect(ask('/', 'navigate', 'POST')).toBe('network')
    expect(ask('/apiary', 'navigate')).toBe('page')
  })
})

it('loads the files again that were loaded on demand in an earlier version', () => {
  const onDemand = ['/assets/swap-bbbbbbbb.json', '/assets/bonus-cccccccc.json']
  expect(loadedBefore(onDemand, ['/', '/assets/swap-aaaaaaaa.json', '/assets/index-dddddddd.js'])).toEqual(['/assets/swap-bbbbbbbb.json'])
})

it('keeps the caches of this version and of the one before', () => {
  const names = ['site-1', 'other', 'site-2', 'site-3']
  expect(outdatedCaches(names, 'site-', 'site-3')).toEqual(['site-1'])
  expect(outdatedCaches(['site-3'], 'site-', 'site-3')).toEqual([])
  expect(outdatedCaches(['site-3', 'site-2', 'site-1'], 'site-', 'site-3')).toEqual(['site-2'])
})
