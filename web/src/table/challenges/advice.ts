/** What the bot advises at a Challenge, in words. */

import { reasonOf } from '../../text/reasons'
import { t } from '../../i18n/catalogue.svelte'
import type { HintDoc } from '../../net/wire'
import type { TableState } from '../state.svelte'

/** Why it advises something, and what it is where nothing lies there yet that would show it. */
export function adviceText(here: TableState, hint: HintDoc): string {
  const why = reasonOf(hint, { name: (seat) => here.name(seat), sides: here.view?.shared.rules.sides ?? [] })
  const what = hint.entry.reroll ? t('dice.roll') : hint.entry.draw ? t('tiles.draw') : ''
  return what ? `${what}: ${why}` : why
}
