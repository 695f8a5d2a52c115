/** What somebody is called who has not said it: on the wire the same for all, on the page in the reader's language. */

import { prefs } from '../app/prefs.svelte'
import { t } from '../i18n/catalogue.svelte'

/** Such a name is kept like any other, wherever a table or a record has names. */
export const NAMELESS = 'Guest'

/** A name as it is shown. */
export const shownName = (name: string): string => (name === NAMELESS ? t('guest') : name)

/** One's own name where it can be written; empty as long as one has not chosen any. */
export const chosenName = (): string => (prefs.name === NAMELESS ? '' : prefs.name)
