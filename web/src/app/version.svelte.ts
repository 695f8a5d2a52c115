/**
 * The version of the pages. The service worker opens them from its cache and loads a new version in the background. The new
 * version takes over only while no game is open in any tab. Over plain HTTP there is no service worker, and the server's
 * version is shown.
 */

import type { WorkerMessage } from './worker'

/** Tabs that show a game hold this lock together; only a tab that gets it alone may change the version. */
const LOCK = 'ingenious-game'
const LOOK_EVERY_MS = 3_600_000
/**
 * How long a page is left alone before a new version asks to take over, or asks again because another tab shows a game.
 * Chromium first stops the old service worker. If the page needs it at that moment, for example for one of its parts, the
 * worker starts again, and the new version may wait for minutes.
 */
const QUIET_MS = 1000

class Offline {
  /** Whether the pages open without a connection: the service worker serves them. */
  isReady = $state(false)
}
export const offline = new Offline()

let registration: ServiceWorkerRegistration | null = null
let games = 0 // that this page shows
let isOpening = location.pathname.startsWith('/table/') // a game, which is not shown yet
let isOutdated = false // a newer version serves the pages now
let isTouched = false // since the page was opened
let lookedAt = 0
let attempt: ReturnType<typeof setTimeout> | undefined

/** Tell the service worker something, if there is one. */
export function tell(message: WorkerMessage, worker: ServiceWorker | null = registration?.active ?? null): boolean {
  worker?.postMessage(message)
  return worker !== null
}

/** Remove the notifications about an address. */
export async function closeNotifications(href: string): Promise<void> {
  for (const notification of (await registration?.getNotifications({ tag: href })) ?? []) notification.close()
}

/** Whether this page shows a game. */
export const showsGame = (): boolean => games > 0

/** Whether a newer version is loaded and waits to take over. */
export const isReplaced = (): boolean => Boolean(registration?.waiting)

/** Keep this version while a game is shown, until the function that is returned is called. */
export function holdVersion(): () => void {
  games += 1
  isOpening = false
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  void navigator.locks?.request(LOCK, { mode: 'shared' }, () => held)
  return () => {
    games -= 1
    release()
    void lookForUpdate()
  }
}

/** Ask the server for a newer version. */
export async function lookForUpdate(): Promise<void> {
  lookedAt = Date.now()
  try {
    await registration?.update()
  } catch {
    // No connection: the next look finds it.
  }
  changeVersion()
}

/** Let a new version that is loaded take over, as soon as no game is open. */
function changeVersion(): void {
  clearTimeout(attempt)
  attempt = setTimeout(() => void askToTakeOver(), QUIET_MS)
}

async function askToTakeOver(): Promise<void> {
  const waiting = registration?.waiting
  if (!waiting || games || isOpening) return
  await navigator.locks?.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) tell({ do: 'take-over' }, waiting)
    else changeVersion()
  })
}

/** Show the new version at once where nothing can be lost; elsewhere the next page is loaded with it. */
function reloadIfIdle(): void {
  if (isOutdated && !games && !isTouched && location.pathname === '/') location.reload()
}

/** Another page is opened: load it with the new version, or return false if this is the newest. */
export function loadsAnew(href: string): boolean {
  isTouched = false
  if (!isOutdated) return false
  // After "back" the address is the new one already; assigning it again would not load anything if it has a hash.
  if (href === location.href) location.reload()
  else location.assign(href)
  return true
}

function watch(): void {
  const { serviceWorker } = navigator
  offline.isReady = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    isOutdated = offline.isReady
    offline.isReady = true
    reloadIfIdle()
  })
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => (isTouched = true), true)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - lookedAt > LOOK_EVERY_MS) void lookForUpdate()
  })
}

/** Let a version take over once it is loaded. */
function follow(loading: ServiceWorker | null | undefined): void {
  loading?.addEventListener('statechange', () => {
    if (loading.state === 'installed') changeVersion()
  })
}

/** Register the service worker, where the browser allows one. */
export async function register(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  watch()
  try {
    registration = await navigator.serviceWorker.register('/worker.js')
  } catch {
    return // then the pages work as over plain HTTP
  }
  lookedAt = Date.now()
  follow(registration?.installing)
  registration?.addEventListener('updatefound', () => follow(registration?.installing))
  changeVersion()
}
