import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Version = typeof import('./version.svelte')

class FakeWorker extends EventTarget {
  state = 'installed'
  told: unknown[] = []
  postMessage(message: unknown): void {
    this.told.push(message)
  }
}

/** Web Locks, as far as they are used: shared locks are held until their promise is settled. */
class FakeLocks {
  held = 0
  request = async (_name: string, options: LockOptions, use: (lock: object | null) => unknown): Promise<void> => {
    if (options.ifAvailable) return void (await use(this.held ? null : {}))
    this.held += 1
    await use({})
    this.held -= 1
  }
}

describe('a new version', () => {
  let container: EventTarget & { controller: object | null; register: () => Promise<unknown> }
  let registration: EventTarget & Record<'active' | 'waiting' | 'installing', FakeWorker | null> & { update: () => Promise<void> }
  let locks: FakeLocks
  let version: Version

  beforeEach(async () => {
    vi.useFakeTimers()
    registration = Object.assign(new EventTarget(), {
      active: new FakeWorker(),
      waiting: null,
      installing: null,
      update: () => Promise.resolve(),
    })
    container = Object.assign(new EventTarget(), { controller: {}, register: () => Promise.resolve(registration) })
    locks = new FakeLocks()
    vi.stubGlobal('navigator', { serviceWorker: container, locks })
    vi.stubEnv('DEV', false)
    vi.stubGlobal('location', { pathname: '/', href: 'https://here.example/', reload: vi.fn(), assign: vi.fn() })
    vi.resetModules()
    version = await import('./version.svelte')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  const quiet = () => vi.advanceTimersByTimeAsync(1000)
  const takenOver = (): boolean => Boolean(waits.told.length)
  let waits: FakeWorker
  function loaded(): void {
    registration.waiting = waits = new FakeWorker()
  }

  it('takes over where no game is open', async () => {
    loaded()
    await version.register()
    expect(takenOver()).toBe(false) // the page may still load its parts
    expect(version.isReplaced()).toBe(true)
    await quiet()
    expect(waits.told).toEqual([{ do: 'take-over' }])
  })

  it('waits while a game is shown here', async () => {
    const release = version.holdVersion()
    loaded()
    await version.register()
    await version.lookForUpdate()
    await quiet()
    expect(takenOver()).toBe(false)
    release()
    await quiet()
    expect(takenOver()).toBe(true)
  })

  it('waits while a game is shown in another tab', async () => {
    loaded()
    locks.held = 1
    await version.register()
    await quiet()
    expect(takenOver()).toBe(false)
    locks.held = 0
    await quiet()
    expect(takenOver()).toBe(true)
  })

  it('waits for the game of a table that is being opened', async () => {
    vi.stubGlobal('location', { pathname: '/table/x', href: 'https://here.example/table/x' })
    vi.resetModules()
    version = await import('./version.svelte')
    loaded()
    await version.register()
    await quiet()
    expect(takenOver()).toBe(false)
    version.holdVersion()()
    await quiet()
    expect(takenOver()).toBe(true)
  })

  it('is shown at once on an untouched start page', async () => {
    await version.register()
    container.dispatchEvent(new Event('controllerchange'))
    expect(location.reload).toHaveBeenCalledOnce()
  })

  it('is shown with the next page if this one has been touched', async () => {
    await version.register()
    dispatchEvent(new Event('pointerdown'))
    container.dispatchEvent(new Event('controllerchange'))
    expect(location.reload).not.toHaveBeenCalled()
    expect(version.loadsAnew('/rules')).toBe(true)
    expect(location.assign).toHaveBeenCalledWith('/rules')
    expect(version.loadsAnew(location.href)).toBe(true) // the browser went back
    expect(location.reload).toHaveBeenCalledOnce()
  })

  it('is not the first one', async () => {
    container.controller = null
    await version.register()
    expect(version.offline.isReady).toBe(false)
    container.dispatchEvent(new Event('controllerchange'))
    expect(version.offline.isReady).toBe(true)
    expect(location.reload).not.toHaveBeenCalled()
    expect(version.loadsAnew('/rules')).toBe(false)
  })

  it('does not exist over plain HTTP', async () => {
    vi.stubGlobal('navigator', {})
    await version.register()
    version.holdVersion()()
    await quiet()
    expect(version.offline.isReady).toBe(false)
    expect(version.loadsAnew('/rules')).toBe(false)
  })
})
