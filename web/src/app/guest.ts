/** The guest of this browser: created when one is needed, with the name from the preferences. */

import { get, post, Refusal } from '../net/http'
import type { Me } from '../net/wire'
import { choose, prefs } from './prefs.svelte'

/** The name of a guest who has not chosen one. Tables and records store it like any other name. */
export const DEFAULT_NAME = 'Guest'

/** The guest of this browser, or null if it has none yet. */
async function whoAmI(): Promise<Me | null> {
  try {
    return await get<Me>('/api/me')
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null
    throw error
  }
}

/** Become a guest with this name, or rename the guest, who keeps their tables. */
export async function setName(name: string): Promise<Me> {
  const me = await post<Me>('/api/guests', { name })
  choose({ name: me.name })
  return me
}

/** The guest of this browser; if there is none, create one with the last name used, or the default name. */
export async function ensureGuest(): Promise<Me> {
  // Without a name, there is no guest to ask for.
  return (prefs.name && (await whoAmI())) || (await setName(prefs.name || DEFAULT_NAME))
}
