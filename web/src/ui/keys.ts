/** Keys for the whole page, wherever the focus is, by one rule for when they are meant. */

import { onMount } from 'svelte'
import { prefs } from '../app/prefs.svelte'

/** Where letters are written, or something is chosen by them. */
const WRITES = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], [role=dialog]'
/** What Enter and the space bar press. */
const PRESSED = 'button, a, summary, input:not([type=range])'
const OVER = 'dialog[open], [popover]:popover-open'
const GOES = /^(Arrow|Home$|End$|Page)/

/** Whether a sheet is open over the page, in which the player reads or writes. */
export const isSheetOpen = (): boolean => document.querySelector(OVER) !== null

/** Whether a key is a character: a letter, a digit or the like, which speech input may press by mistake. */
const isSign = (key: string): boolean => key.length === 1 && key !== ' '

/** The key that is meant for the page, letters small; null if it belongs to something else. */
export function keyFor(event: KeyboardEvent, control = false): string | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const held = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || event.altKey || (held && !control)) return null
  if (isSign(key) && !held && !prefs.keys) return null
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(WRITES) || isSheetOpen()) return null
  // A control that has the focus keeps the keys that belong to it.
  if ((key === 'Enter' || key === ' ') && target?.closest(PRESSED)) return null
  if (GOES.test(key) && target?.closest('input')) return null
  return key
}

/**
 * Pass each key to a handler that returns whether it used the key; with `control` also those that are
 * pressed together with Ctrl or ⌘. To be called while a component is made.
 */
export function listen(hear: (key: string, event: KeyboardEvent) => boolean, control = false): void {
  onMount(() => {
    const down = (event: KeyboardEvent): void => {
      const key = keyFor(event, control)
      if (key !== null && hear(key, event)) event.preventDefault()
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  })
}
