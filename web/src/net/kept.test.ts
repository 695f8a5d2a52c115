import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from './http'
import { everythingKept, kept } from './kept'

const GONE = new Refusal(0, { code: 'offline', error: 'gone' })
const refuse = (error: Refusal) => () => Promise.reject(error)
const settle = () => new Promise((done) => setTimeout(done, 5))

/** The Cache API, as far as it is used. */
function fakeCaches() {
  const all = new Map<string, Map<string, string>>()
  const absolute = (key: string) => new URL(key, 'https://here.example').href
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, string>()
    all.set(name, entries)
    return Promise.resolve({
      delete: (key: string | { url: string }) => Promise.resolve(entries.delete(absolute(typeof key === 'string' ? key : key.url))),
      put: async (key: string, response: Response) => void entries.set(absolute(key), await response.text()),
      keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url }))),
    })
  }
  const match = (key: string, { cacheName }: { cacheName: string }) => {
    const text = all.get(cacheName)?.get(absolute(key))
    return Promise.resolve(text === undefined ? undefined : new Response(text))
  }
  return { open, match }
}

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches())
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(), controller: {} } })
})
afterEach(() => vi.unstubAllGlobals())

it('returns what was loaded before when the server cannot be reached', async () => {
  expect(await kept('rules', '/a', () => Promise.resolve(['old']))).toEqual(['old'])
  expect(await kept('rules', '/a', () => Promise.resolve(['new']))).toEqual(['new'])
  await settle()
  expect(await kept('rules', '/a', refuse(GONE))).toEqual(['new'])
  await expect(kept('rules', '/b', refuse(GONE))).rejects.toBe(GONE)
  await expect(kept('replays', '/a', refuse(GONE))).rejects.toBe(GONE)
})

it('does not hide the refusal of a server that answers', async () => {
  await kept('replays', '/a', () => Promise.resolve(1))
  await settle()
  const refusal = new Refusal(404, { code: 'no-table', error: 'no' })
  await expect(kept('replays', '/a', refuse(refusal))).rejects.toBe(refusal)
})

it('lists what it has, the latest first, and forgets the oldest replays', async () => {
  for (let number = 0; number < 52; number++) {
    await kept('replays', `/replay/${number}`, () => Promise.resolve(number))
    await settle()
  }
  await kept('replays', '/replay/7', () => Promise.resolve(7))
  await settle()
  const found = await everythingKept<number>('replays')
  expect(found.length).toBe(50)
  expect(found.slice(0, 3)).toEqual([
    ['/replay/7', 7],
    ['/replay/51', 51],
    ['/replay/50', 50],
  ])
  expect(found.at(-1)).toEqual(['/replay/2', 2])
})

it('keeps nothing without a service worker', async () => {
  vi.stubGlobal('navigator', {})
  await kept('rules', '/a', () => Promise.resolve(1))
  await settle()
  await expect(kept('rules', '/a', refuse(GONE))).rejects.toBe(GONE)
})
