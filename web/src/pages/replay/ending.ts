/** How a game ended, in one line. */

import { t } from '../../lib/words.svelte'
import { winners } from '../../table/around/results'
import type { Replay } from '../../wire'
import { placesIn } from './facts'

export function endOf(replay: Replay, names: readonly string[]): string {
  const places = placesIn(replay)
  const [first] = places
  const name = (seat: number): string => names[seat] ?? ''
  if (!first) return ''
  return places.length > 1 ? winners(places, name) : t('replay.solo', { name: name(0), n: first.values[0] ?? 0 })
}
