/** For tests: a browser that makes no sound, but remembers which sounds were played. */

import { vi } from 'vitest'

const ignore = (): void => {}
const param = () => ({ value: 0, setValueAtTime: ignore, linearRampToValueAtTime: ignore, exponentialRampToValueAtTime: ignore })
/** A source is cancelled if it is stopped without a time. */
const stop = (when?: number): void => {
  if (when === undefined) FakeAudioContext.cancelled += 1
}
const node = () => {
  const made = { gain: param(), frequency: param(), Q: param(), connect: (next: unknown) => next, start: ignore, stop }
  return made
}

export class FakeAudioContext {
  static made = 0
  static cancelled = 0
  state = 'running'
  currentTime = 0
  sampleRate = 100
  destination = node()
  createGain = node
  createOscillator = node
  createBufferSource = node
  createBiquadFilter = node

  constructor() {
    FakeAudioContext.made += 1
  }

  createBuffer(_channels: number, length: number) {
    return { getChannelData: () => new Float32Array(length) }
  }

  async resume(): Promise<void> {
    this.state = 'running'
  }

  async suspend(): Promise<void> {
    this.state = 'suspended'
  }
}

/** Use it until `vi.unstubAllGlobals`. The player has touched the page, unless `isTouched` is false. */
export function withAudio(isTouched = true): { heard: () => string[] } {
  vi.stubGlobal('AudioContext', FakeAudioContext)
  touch(isTouched)
  const marks = vi.spyOn(performance, 'mark').mockClear()
  return {
    heard: () => {
      const names = marks.mock.calls.flatMap(([name]) => (name.startsWith('sound:') ? [name.slice(6)] : []))
      marks.mockClear()
      return names
    },
  }
}

export function touch(isTouched: boolean): void {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: isTouched, isActive: isTouched }, configurable: true })
}

/** A phone whose vibrations are remembered. */
export function withVibration(isCalm = false): ReturnType<typeof vi.fn> {
  const vibrate = vi.fn()
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') || (isCalm && query.includes('reduced-motion')) }))
  return vibrate
}
