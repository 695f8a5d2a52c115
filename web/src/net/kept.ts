/**
 * Answers of the server that are kept in this browser, for when there is no connection: rules, boards and opened replays. They
 * are kept only where the service worker also opens the pages without a connection.
 */

import type { Refusal } from './http'

export type Shelf = 'rules' | 'replays'

const nameOf = (shelf: Shelf): string => `ingenious-${shelf}`
const MAX_REPLAYS = 50

async function keep(shelf: Shelf, key: string, value: unknown): Promise<void> {
  // Never resolved where there is no service worker.
  await navigator.serviceWorker?.ready
  const cache = await caches.open(nameOf(shelf))
  await cache.delete(key) // so that the latest is the last one
  await cache.put(key, new Response(JSON.stringify(value)))
  if (shelf !== 'replays') return
  for (const old of (await cache.keys()).slice(0, -MAX_REPLAYS)) await cache.delete(old)
}

async function find<T>(shelf: Shelf, key: string): Promise<T | null> {
  if (!navigator.serviceWorker?.controller) return null
  const found = await caches.match(key, { cacheName: nameOf(shelf) })
  return found ? ((await found.json()) as T) : null
}

/** What `load` returns, or what it returned before if the server cannot be reached. */
export async function kept<T>(shelf: Shelf, key: string, load: () => Promise<T>): Promise<T> {
  try {
    const value = await load()
    if (navigator.serviceWorker) void keep(shelf, key, value).catch(() => {}) // the storage may be full
    return value
  } catch (error) {
    const found = (error as Partial<Refusal>).code === 'offline' ? await find<T>(shelf, key) : null
    if (found === null) throw error
    return found
  }
}

/** Everything on a shelf, the latest first: its key, and what was kept. */
export async function everythingKept<T>(shelf: Shelf): Promise<[key: string, value: T][]> {
  const cache = await caches.open(nameOf(shelf))
  const keys = (await cache.keys()).toReversed()
  const found = await Promise.all(
    keys.map(async ({ url }): Promise<[string, T] | null> => {
      const { pathname, search } = new URL(url)
      const value = await find<T>(shelf, pathname + search)
      return value === null ? null : [pathname + search, value]
    }),
  )
  return found.filter((one) => one !== null)
}
