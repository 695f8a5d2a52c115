/** Makes sounds with the Web Audio API. */

import type { Sound } from './cues'
import { frequencyOf, type Tone, tonesOf } from './tones'

/** A tone fades in and out over this many seconds, so that it does not click. */
const ATTACK_S = 0.003
const RELEASE_S = 0.008
/** A tone has died away at this fraction of its level. */
const SILENCE = 0.002

const NOISE_S = 0.5
const noises = new WeakMap<BaseAudioContext, AudioBuffer>()

/** White noise, the same every time. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context)
  if (known) return known
  const buffer = context.createBuffer(1, NOISE_S * context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  let state = 1
  for (let k = 0; k < samples.length; k++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    samples[k] = state / 2 ** 31 - 1
  }
  noises.set(context, buffer)
  return buffer
}

/** Tones of one sound, all connected to one output. */
class Voice {
  readonly #context: BaseAudioContext
  readonly #output: AudioNode
  readonly sources: AudioScheduledSourceNode[] = []

  constructor(context: BaseAudioContext, output: AudioNode) {
    this.#context = context
    this.#output = output
  }

  play({ timbre, note, length, level }: Tone, when: number): void {
    const pitch = frequencyOf(note)
    if (timbre === 'mallet') {
      this.#sine(pitch, when, length, level)
      this.#sine(4 * pitch, when, length / 4, level / 5) // the first overtone of a marimba bar
    } else if (timbre === 'wood') {
      this.#sine(pitch, when, length, level, 1.6)
      this.#noise(5 * pitch, 5 * pitch, when, 0.02, level / 2)
    } else {
      this.#noise(8 * pitch, 3 * pitch, when, length, level)
    }
  }

  /** A sine that begins at a multiple of its pitch and drops to it at once, like something that is struck. */
  #sine(pitch: number, when: number, length: number, level: number, from = 1): void {
    const oscillator = this.#context.createOscillator()
    oscillator.frequency.setValueAtTime(from * pitch, when)
    if (from !== 1) oscillator.frequency.exponentialRampToValueAtTime(pitch, when + 0.025)
    this.#start(oscillator, oscillator, when, length, level)
  }

  /** Noise around a frequency that slides from one value to another. */
  #noise(from: number, to: number, when: number, length: number, level: number): void {
    const source = this.#context.createBufferSource()
    source.buffer = noiseOf(this.#context)
    const band = this.#context.createBiquadFilter()
    band.type = 'bandpass'
    band.Q.value = 1.2
    band.frequency.setValueAtTime(from, when)
    band.frequency.exponentialRampToValueAtTime(to, when + length)
    this.#start(source, source.connect(band), when, length, level)
  }

  #start(source: AudioScheduledSourceNode, sound: AudioNode, when: number, length: number, level: number): void {
    const envelope = this.#context.createGain()
    envelope.gain.setValueAtTime(0, when)
    envelope.gain.linearRampToValueAtTime(level, when + ATTACK_S)
    envelope.gain.exponentialRampToValueAtTime(SILENCE * level, when + length)
    envelope.gain.linearRampToValueAtTime(0, when + length + RELEASE_S)
    sound.connect(envelope).connect(this.#output)
    source.start(when)
    source.stop(when + length + RELEASE_S)
    this.sources.push(source)
  }
}

/** Play a sound at a time of the context's clock. Returns a function that cancels it if it has not begun. */
export function start(context: BaseAudioContext, output: AudioNode, sound: Sound, when: number, step = 0): () => void {
  const voice = new Voice(context, output)
  for (const tone of tonesOf(sound, step)) voice.play(tone, when + tone.at)
  return () => {
    if (context.currentTime < when) for (const source of voice.sources) source.stop()
  }
}
