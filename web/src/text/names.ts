/** The name of a guest who has not chosen one: fixed on the wire, translated on the page. */

import { prefs } from '../app/prefs.svelte'
import { t } from '../i18n/catalogue.svelte'

/** Tables and records store it like any other name. */
export const NAMELESS = 'Guest'

/** A name as it is shown. */
export const shownName = (name: string): string => (name === NAMELESS ? t('guest') : name)

/** The user's own name for input fields; empty if they have not chosen one. */
export const chosenName = (): string => (prefs.name === NAMELESS ? '' : prefs.name)
