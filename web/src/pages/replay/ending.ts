/** How a game ended, in one line. */

import { t } from '../../lib/words.svelte'
import { placesOf, winners } from '../../table/around/results'
import type { Replay } from '../../wire'

export function endOf({ record, rules, steps }: Replay): string {
  const last = steps.at(-1)
  if (!record.result || !last) return ''
  const places = placesOf(rules, record.result, last.position)
  const name = (seat: number): string => record.seats[seat] ?? ''
  if (places.length > 1) return winners(places, name)
  return t('replay.solo', { name: name(0), n: places[0]?.values[0] ?? 0 })
}
