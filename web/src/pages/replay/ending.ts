/** How a game ended, in one line. */

import { t } from '../../lib/words.svelte'
import { placesOf, winners } from '../../table/around/results'
import type { Replay } from '../../wire'

export function endOf({ record, rules }: Replay): string {
  if (!record.result) return ''
  const places = placesOf(rules, record.result)
  const name = (seat: number): string => record.seats[seat] ?? ''
  if (places.length > 1) return winners(places, name)
  return t('replay.solo', { name: name(0), n: places[0]?.values[0] ?? 0 })
}
