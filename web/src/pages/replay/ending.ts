/** How a game ended, in one line. */

import { list, t } from '../../lib/words.svelte'
import { placesOf } from '../../table/around/results'
import type { Replay } from '../../wire'

export function headline({ record, rules }: Replay): string {
  if (!record.result) return ''
  const places = placesOf(rules, record.result)
  const won = places.filter((place) => place.rank === 1)
  const names = won.flatMap((place) => place.seats.map((seat) => record.seats[seat] ?? ''))
  if (places.length === 1) return t('replay.solo', { name: names[0] ?? '', n: won[0]?.values[0] ?? 0 })
  if (names.length === 1) return t('result.other', { name: names[0] ?? '' })
  return t(won.length > 1 ? 'result.others' : 'result.team', { names: list(names) })
}
