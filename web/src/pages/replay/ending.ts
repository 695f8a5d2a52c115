/** How a game ended, in one line. */

import { t } from '../../lib/words.svelte'
import { winners } from '../../table/around/results'
import { botsPlayed } from '../../table/around/standins'
import type { Replay } from '../../wire'
import { placesIn } from './facts'

export function endOf(replay: Replay, names: readonly string[]): string {
  const places = placesIn(replay)
  const [first] = places
  const name = (seat: number): string => names[seat] ?? ''
  if (!first) return ''
  const won = places.length > 1 ? winners(places, name) : t('replay.solo', { name: name(0), n: first.values[0] ?? 0 })
  const bots = botsPlayed(replay.record, replay.stand_ins, name)
  return bots.length ? `${won}. ${bots.join(' ')}` : won
}
