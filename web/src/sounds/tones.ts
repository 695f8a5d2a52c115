/** The tones of each sound: mallets and wood in C pentatonic, soft and short. */

import type { Sound } from './cues'

/** `mallet` is a tuned wooden bar, `wood` a knock, `brush` a stroke over paper. */
export type Timbre = 'mallet' | 'wood' | 'brush'

export interface Tone {
  timbre: Timbre
  /** seconds after the beginning of the sound */
  at: number
  /** place in the scale: 0 is middle C, 5 the C above it; for a brush, how bright it is */
  note: number
  /** seconds until it has died away */
  length: number
  /** 0 to 1 */
  level: number
}

/** C, D, E, G, A in semitones: any of them sound good together. */
const SCALE = [0, 2, 4, 7, 9]
const MIDDLE_C_HZ = 261.63

/** The frequency of a place in the scale. */
export function frequencyOf(note: number): number {
  const octave = Math.floor(note / SCALE.length)
  const semitones = 12 * octave + (SCALE[note - octave * SCALE.length] ?? 0)
  return MIDDLE_C_HZ * 2 ** (semitones / 12)
}

const tone =
  (timbre: Timbre) =>
  (at: number, note: number, length: number, level: number): Tone => ({ timbre, at, note, length, level })
const mallet = tone('mallet')
const wood = tone('wood')
const brush = tone('brush')

/** The highest step of `line`; later lines stay there. */
const MAX_STEP = 9

const TONES: Record<Sound, Tone[]> = {
  place: [wood(0, 1, 0.14, 0.62)],
  line: [mallet(0, 3, 0.32, 0.43)],
  ingenious: [mallet(0, 5, 0.5, 0.26), mallet(0.09, 7, 0.5, 0.26), mallet(0.18, 8, 0.55, 0.26), mallet(0.27, 10, 0.9, 0.28)],
  bonus: [mallet(0, 8, 0.3, 0.32), mallet(0.1, 10, 0.45, 0.32)],
  swap: [wood(0, 2, 0.1, 0.46), wood(0.07, 4, 0.1, 0.42), wood(0.13, 3, 0.1, 0.46), wood(0.22, 1, 0.13, 0.5)],
  card: [brush(0, 6, 0.12, 0.72), wood(0.07, 3, 0.09, 0.36)],
  dice: [wood(0, 5, 0.08, 0.42), wood(0.06, 7, 0.08, 0.38), wood(0.15, 4, 0.08, 0.42), wood(0.22, 6, 0.08, 0.34), wood(0.33, 3, 0.1, 0.4)],
  bust: [mallet(0, 4, 0.3, 0.38), mallet(0.12, 2, 0.3, 0.38), wood(0.26, -2, 0.24, 0.6)],
  win: [
    mallet(0, 5, 0.4, 0.25),
    mallet(0.11, 7, 0.4, 0.25),
    mallet(0.22, 8, 0.4, 0.25),
    mallet(0.33, 10, 0.5, 0.25),
    mallet(0.5, 5, 0.9, 0.18),
    mallet(0.5, 8, 0.9, 0.18),
    mallet(0.5, 12, 0.9, 0.18),
  ],
  loss: [mallet(0, 4, 0.5, 0.33), mallet(0.18, 3, 0.5, 0.33), mallet(0.36, 1, 0.5, 0.33), mallet(0.56, 0, 0.9, 0.33)],
  level: [mallet(0, 5, 0.5, 0.3), mallet(0.2, 3, 0.5, 0.3), mallet(0.4, 5, 0.8, 0.3)],
  tick: [wood(0, 9, 0.07, 0.5)],
  turn: [mallet(0, 7, 0.4, 0.29), mallet(0.14, 9, 0.6, 0.29)],
}

/** Of two tones at the same level, the higher one sounds louder. */
const LOUDNESS_SLOPE = 0.35
const balanced = (level: number, note: number): number => level * (frequencyOf(5) / frequencyOf(note)) ** LOUDNESS_SLOPE

/** The tones of a sound, some steps of the scale higher than usual. */
export function tonesOf(sound: Sound, step = 0): Tone[] {
  const higher = Math.min(step, MAX_STEP)
  return TONES[sound].map((one) => ({ ...one, note: one.note + higher, level: balanced(one.level, one.note + higher) }))
}
