/** Names of guests as they are shown: the default name is translated. */

import { DEFAULT_NAME } from '../app/guest'
import { prefs } from '../app/prefs.svelte'
import { t } from '../i18n/catalogue.svelte'

/** A name as it is shown. */
export const shownName = (name: string): string => (name === DEFAULT_NAME ? t('guest') : name)

/** The user's own name for input fields; empty if they have not chosen one. */
export const chosenName = (): string => (prefs.name === DEFAULT_NAME ? '' : prefs.name)
