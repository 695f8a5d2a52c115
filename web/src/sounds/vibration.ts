/** A short vibration on phones. */

import { moves, prefs } from '../app/prefs.svelte'

/** Milliseconds of vibration and of the pauses in between. */
export const PLACED = [12]
export const YOUR_TURN = [25, 70, 25]

/** Whether this device can vibrate. Desktop browsers have the function too. */
export const canVibrate = (): boolean => typeof navigator.vibrate === 'function' && matchMedia('(pointer: coarse)').matches

/** Vibrate, unless the player wants less motion. Browsers refuse this before the first touch. */
export function vibrate(pattern: readonly number[]): void {
  if (!prefs.vibration || !moves() || document.hidden || !canVibrate()) return
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  navigator.vibrate([...pattern])
}
