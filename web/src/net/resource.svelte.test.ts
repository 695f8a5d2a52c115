import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from './http'
import { Wanted } from './resource.svelte'

const away = (): Promise<string> => Promise.reject(new Refusal(0, { code: 'offline', error: 'away' }))
const missing = (): Promise<string> => Promise.reject(new Refusal(404, { code: 'missing', error: 'nothing' }))

let stop: () => void

/** A resource that a component needs while it is mounted. */
function want(load: () => Promise<string> | null, every = 0): Wanted<string> {
  let wanted: Wanted<string> | undefined
  stop = $effect.root(() => {
    wanted = new Wanted(load, every)
  })
  flushSync()
  return wanted as Wanted<string>
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('a resource', () => {
  it('is requested again after a failure, which is shown in the meantime', async () => {
    const load = vi.fn(away)
    const wanted = want(load)
    await vi.advanceTimersByTimeAsync(0)
    expect([wanted.value, wanted.problem?.code]).toEqual([null, 'offline'])
    load.mockImplementation(() => Promise.resolve('there'))
    await vi.advanceTimersByTimeAsync(400)
    expect([wanted.value, wanted.problem, load.mock.calls.length]).toEqual(['there', null, 2])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is retried with growing pauses, but at once when the network is back', async () => {
    const load = vi.fn(away)
    const wanted = want(load)
    await vi.advanceTimersByTimeAsync(60_000)
    const tried = load.mock.calls.length
    expect(tried).toBeGreaterThan(5)
    expect(tried).toBeLessThan(26) // at most 24, if jitter makes every pause as short as possible
    dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(tried + 1)
    await vi.advanceTimersByTimeAsync(0)
    wanted.again()
    expect(load).toHaveBeenCalledTimes(tried + 2)
  })

  it('is not requested again if that cannot help', async () => {
    const load = vi.fn(missing)
    const wanted = want(load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([wanted.problem?.status, load.mock.calls.length]).toEqual([404, 1])
  })

  it('is refreshed regularly, and keeps its value in the meantime', async () => {
    const load = vi.fn(() => Promise.resolve('first'))
    const wanted = want(load, 4000)
    await vi.advanceTimersByTimeAsync(0)
    load.mockImplementation(away)
    await vi.advanceTimersByTimeAsync(4000)
    expect([wanted.value, wanted.problem?.code]).toEqual(['first', 'offline'])
    load.mockImplementation(() => Promise.resolve('second'))
    await vi.advanceTimersByTimeAsync(400)
    expect([wanted.value, wanted.problem]).toEqual(['second', null])
  })

  it('ends with its component', async () => {
    const load = vi.fn(away)
    want(load)
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(1)
  })
})
