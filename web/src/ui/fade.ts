/** Fade out quickly, without taking up space in the meantime. */

import type { TransitionConfig } from 'svelte/transition'

const FADE_MS = 80

export const fadeAway = (_node: Element): TransitionConfig => ({
  duration: FADE_MS,
  css: (left) => `opacity: ${left}; position: absolute`,
})
