/** Loads the rules of all games once in every version and language, so that they can be read without a connection. */

import type { Language } from '../app/prefs.svelte'
import { rulesPage, TOPICS } from './topics'

const KEY = 'ingenious.rules'

/** The version of the pages: the name of their script has a hash. */
const version = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

/** Load the rules in a language, unless this version has done so. */
export async function keepRules(language: Language): Promise<void> {
  const wanted = `${version()} ${language}`
  try {
    if (localStorage.getItem(KEY) === wanted) return
    for (const topic of TOPICS) await rulesPage(topic, language)
    localStorage.setItem(KEY, wanted)
  } catch {
    // No connection, or no storage: the next page tries again.
  }
}
