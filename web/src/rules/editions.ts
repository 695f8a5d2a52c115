/** The editions of a game: how each words the rules, and where they are compared. */

import { has, t } from '../i18n/catalogue.svelte'

/** The section of a page that compares its editions. */
export const COMPARISON = 'the-editions-of-2004-and-2023'

/** In brief, how an edition words the rules of a game; nothing where there is no other edition. */
export function wordingOf(game: string, edition: string | null | undefined): string {
  const name = `${game}.${edition}`
  const key = `edition.${name}`
  return has(key) ? t(key) : ''
}
