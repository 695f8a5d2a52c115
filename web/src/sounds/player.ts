/** Plays sounds at the volume in the preferences. Browsers allow this only after a gesture on the page. */

import { prefs } from '../app/prefs.svelte'
import type { Cue } from './cues'
import { start } from './synth'

/** After this time without a sound, the audio hardware may sleep. */
const IDLE_MS = 10_000
const GESTURES = ['pointerdown', 'pointerup', 'touchend', 'click', 'keydown'] as const

interface Device {
  context: AudioContext
  output: GainNode
}
let device: Device | null = null
let idle: ReturnType<typeof setTimeout> | undefined

/** Not an error: the next gesture or sound tries again. */
const ignore = (): void => {}

/** The gain, from 0 to 1: the square of the volume, because half the gain sounds more than half as loud. */
const gain = (): number => (prefs.sound ? (prefs.volume / 100) ** 2 : 0)

/** Whether the browser lets the page make sounds. Older browsers do not say, but allow it within a gesture. */
const isAllowed = (): boolean => navigator.userActivation?.hasBeenActive ?? device !== null

/** Null if the browser cannot play sounds, or cannot play them now. */
function open(): Device | null {
  try {
    const context = new AudioContext()
    const output = context.createGain()
    output.connect(context.destination)
    return { context, output }
  } catch {
    return null
  }
}

/** Start the audio hardware, or restart it, for example after a phone call. */
function wake(): Device | null {
  device ??= open()
  if (!device) return null
  const { context } = device
  if (context.state !== 'running') void context.resume().catch(ignore)
  clearTimeout(idle)
  idle = setTimeout(() => void context.suspend().catch(ignore), IDLE_MS)
  return device
}

function onGesture(): void {
  if (gain() && (navigator.userActivation?.isActive ?? true)) wake()
}

/** Start the audio at the next gesture. Returns a function that stops waiting for one. */
export function awaitGesture(): () => void {
  for (const gesture of GESTURES) document.addEventListener(gesture, onGesture, { capture: true, passive: true })
  return () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, onGesture, { capture: true })
  }
}

/** Play sounds. Returns a function that cancels those that have not begun. A background tab plays only "your turn". */
export function play(cues: readonly Cue[]): () => void {
  const heard = document.hidden ? cues.filter(({ sound }) => sound === 'turn').map((cue) => ({ ...cue, at: 0 })) : cues
  const playing = heard.length && gain() && isAllowed() ? wake() : null
  if (!playing) return ignore
  const { context, output } = playing
  output.gain.value = gain()
  const stops = heard.map(({ sound, at, step }) => {
    performance.mark(`sound:${sound}`) // for the browser's profiler
    return start(context, output, sound, context.currentTime + at / 1000, step)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
