/**
 * The service worker. It opens the pages from the cache, and keeps all files of a version together, so that an open page can
 * load its parts after the server was updated. A new version waits until a page asks it to take over. API answers are
 * never cached here.
 */

import type { WorkerMessage } from '../app/worker'
import { loadedBefore, outdatedCaches, wayOf } from './requests'

declare const self: ServiceWorkerGlobalScope
// Written by service-worker.ts when the pages are built.
declare const __SITE__: {
  version: string
  entry: string // the script of the page
  files: string[] // cached when this version is installed
  onDemand: string[] // cached when a page loads them
}

/** Chromium has this since version 123; TypeScript does not know it yet. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: 'network' }) => Promise<void>
}

const PREFIX = 'ingenious-site-'
const CACHE = PREFIX + __SITE__.version
const LATEST = 'ingenious-latest'
const PAGE = '/'
const files = new Set(__SITE__.files)

async function load(path: string): Promise<Response> {
  // Only assets have a hash in their name; of the others the browser may have an old copy.
  const response = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`)
  return response
}

/** The page of this version. While servers are updated one by one, another server may still have the old one. */
async function loadPage(): Promise<Response> {
  const response = await load(PAGE)
  if (!(await response.clone().text()).includes(__SITE__.entry)) throw new TypeError('this is the page of another version')
  return response
}

/** The paths of everything that the site caches have. */
async function cachedPaths(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return lists.flat().map(({ url }) => new URL(url).pathname)
}

async function install(): Promise<void> {
  const again = loadedBefore(__SITE__.onDemand, await cachedPaths())
  const cache = await caches.open(CACHE)
  await cache.put(PAGE, await loadPage())
  await Promise.all([...files, ...again].map(async (path) => cache.put(path, await load(path))))
}

async function activate(): Promise<void> {
  await Promise.all(outdatedCaches(await caches.keys(), PREFIX, CACHE).map((name) => caches.delete(name)))
  await self.clients.claim()
}

const find = async (request: RequestInfo): Promise<Response | undefined> =>
  (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? caches.match(request, { ignoreVary: true })

async function fetchAndCache(name: string, request: Request): Promise<Response> {
  const response = await fetch(request)
  if (response.ok) {
    const copy = response.clone()
    void caches.open(name).then((cache) => cache.put(request, copy))
  }
  return response
}

async function latest(request: Request): Promise<Response> {
  try {
    return await fetchAndCache(LATEST, request)
  } catch (error) {
    const found = await find(request)
    if (!found) throw error
    return found
  }
}

self.addEventListener('install', (event) => {
  // Where the browser can, it asks the server without starting the worker.
  event.waitUntil(
    (event as RoutingInstallEvent).addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }) ?? Promise.resolve(),
  )
  event.waitUntil(install())
})
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const way = wayOf(request, location.origin, files)
  if (way === 'page') event.respondWith(find(PAGE).then((found) => found ?? fetch(request)))
  if (way === 'file') event.respondWith(find(request).then((found) => found ?? fetchAndCache(CACHE, request)))
  if (way === 'latest') event.respondWith(latest(request))
})

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message.do === 'take-over') event.waitUntil(self.skipWaiting())
  if (message.do === 'notify') {
    const { title, body, href } = message
    const data = { href, client: (event.source as Client | null)?.id }
    event.waitUntil(self.registration.showNotification(title, { body, tag: href, icon: '/icons/192.png', badge: '/icons/badge.png', data }))
  }
})

/** Lead back to the page that sent the notification, or open it again. */
self.addEventListener('notificationclick', (event) => {
  const { href, client } = event.notification.data as { href: string; client?: string }
  event.notification.close()
  event.waitUntil(
    (async () => {
      const found = client === undefined ? undefined : await self.clients.get(client)
      await (found ? (found as WindowClient).focus() : self.clients.openWindow(href))
    })(),
  )
})
