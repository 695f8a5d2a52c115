/** What the service worker does with a request. */

export type Way =
  | 'page' // the page of this version, from the cache
  | 'file' // from the cache; otherwise from the network, and then it is cached
  | 'latest' // from the network, and then it is cached; from the cache without a connection
  | 'network' // not our business

interface Asked {
  method: string
  mode: string
  url: string
}

/** The server answers these itself; none of it is a part of the pages. */
const SERVERS = /^\/(api|health|ready|metrics)(\/|$)/

/** `files` are the paths of the files of this version. */
export function wayOf({ method, mode, url }: Asked, origin: string, files: ReadonlySet<string>): Way {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin || SERVERS.test(address.pathname)) return 'network'
  if (mode === 'navigate') return 'page'
  // The name of an asset has a hash of its content.
  return address.pathname.startsWith('/assets/') || files.has(address.pathname) ? 'file' : 'latest'
}

const hashless = (path: string): string => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')

/** Of the files that are loaded on demand: those that were loaded in an earlier version, by their names without the hash. */
export function loadedBefore(onDemand: readonly string[], cached: readonly string[]): string[] {
  const known = new Set(cached.map(hashless))
  return onDemand.filter((path) => known.has(hashless(path)))
}

/** The caches to delete when a version takes over. The version before it stays: pages that show it may still be open. */
export function outdatedCaches(names: readonly string[], prefix: string, current: string): string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== current).slice(0, -1)
}
