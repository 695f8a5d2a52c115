import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeAudioContext, touch, withAudio, withVibration } from '../../testing/audio'
import { choose } from '../app/prefs.svelte'
import { inOrder } from './cues'
import { awaitGesture, play } from './player'
import { PLACED, vibrate } from './vibration'

const cues = inOrder(['place', 'ingenious', 'turn'])
let heard: () => string[]

function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
}

beforeEach(() => {
  vi.useFakeTimers()
  ;({ heard } = withAudio())
  hide(false)
})
afterEach(() => {
  choose({ sound: true, volume: 50, vibration: true, calm: false })
  hide(false)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('plays sounds in their order', () => {
  play(cues)
  expect(heard()).toEqual(['place', 'ingenious', 'turn'])
})

it.each([{ sound: false }, { volume: 0 }])('is silent with %o', (muted) => {
  choose(muted)
  const made = FakeAudioContext.made
  play(cues)
  document.dispatchEvent(new Event('click'))
  expect([heard(), FakeAudioContext.made]).toEqual([[], made])
})

it('is silent until the first touch', () => {
  touch(false)
  play(cues)
  expect(heard()).toEqual([])
})

it('plays only "your turn" in a background tab, at once', () => {
  hide(true)
  play(cues)
  expect(heard()).toEqual(['turn'])
  play(inOrder(['win']))
  expect(heard()).toEqual([])
})

it('lets the audio hardware sleep, and wakes it with the next gesture', async () => {
  const suspended = vi.spyOn(FakeAudioContext.prototype, 'suspend')
  const resumed = vi.spyOn(FakeAudioContext.prototype, 'resume')
  const end = awaitGesture()
  play(cues)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(suspended).toHaveBeenCalledOnce()
  resumed.mockClear()
  document.dispatchEvent(new Event('keydown'))
  expect(resumed).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(11_000)
  end()
  document.dispatchEvent(new Event('keydown'))
  expect(resumed).toHaveBeenCalledOnce()
})

it('works in browsers without audio', async () => {
  vi.stubGlobal('AudioContext', undefined)
  const another = './player?without-audio' // a module of its own, which has no device yet
  const { play } = (await import(/* @vite-ignore */ another)) as typeof import('./player')
  play(cues)
  expect(heard()).toEqual([])
})

it('vibrates on phones, once the page was touched', () => {
  const vibrated = withVibration()
  vibrate(PLACED)
  expect(vibrated).toHaveBeenCalledExactlyOnceWith(PLACED)
  touch(false)
  vibrate(PLACED)
  expect(vibrated).toHaveBeenCalledOnce()
})

it('does not vibrate with less motion, in the background, or if it is switched off', () => {
  const vibrated = withVibration(true)
  vibrate(PLACED)
  const still = withVibration()
  choose({ calm: true })
  vibrate(PLACED)
  choose({ calm: false, vibration: false })
  vibrate(PLACED)
  choose({ vibration: true })
  hide(true)
  vibrate(PLACED)
  expect(vibrated).not.toHaveBeenCalled()
  expect(still).not.toHaveBeenCalled()
})
