/** When a part of the page cannot be loaded: mostly because there is a newer one on the server. */

import type { Language } from './prefs.svelte'

const KEY = 'ingenious-reloaded'
/** Milliseconds within which a page is not loaded anew a second time by itself. */
const ONCE = 60_000

/** Whether to load the page anew now; without a network that would only lose it. */
export function mayReload(now = Date.now()): boolean {
  if (!navigator.onLine) return false
  try {
    if (now - Number(sessionStorage.getItem(KEY) ?? -ONCE) < ONCE) return false
    sessionStorage.setItem(KEY, String(now))
    return true
  } catch {
    return false // who cannot remember it would do it for ever
  }
}

// The catalogue itself is what is missing.
const PLAIN: Record<Language, [string, string]> = {
  en: ['Ingenious could not be loaded.', 'Try again'],
  de: ['Ingenious konnte nicht geladen werden.', 'Noch einmal versuchen'],
  fr: ['Ingenious n’a pas pu être chargé.', 'Réessayer'],
}

/** Say without any words loaded that there is nothing to show, and how to try again. */
export function sayPlainly(target: HTMLElement, language: Language): void {
  const [sentence, way] = PLAIN[language]
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.style.cssText = 'padding: 48px; text-align: center'
  const link = document.createElement('a')
  link.href = location.href
  link.textContent = way
  link.onclick = (event) => {
    event.preventDefault() // with a hash the link alone would not load anything
    location.reload()
  }
  text.append(`${sentence} `, link)
  target.replaceChildren(text)
}
