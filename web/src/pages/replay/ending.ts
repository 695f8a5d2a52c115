/** How a game ended, in one line. */

import { inARow } from '../../lib/sentences'
import { t } from '../../lib/words.svelte'
import { type Place, winners } from '../../table/around/results'
import { botsPlayed } from '../../table/around/standins'
import type { Replay } from '../../net/wire'
import { placesIn } from './facts'
import { forSat, type Sat } from './seats'

/** Who won, said to whoever looks: it may have been them. */
function wonBy(places: readonly Place[], sat: readonly Sat[]): string {
  const you = sat.findIndex((one) => one.you)
  return winners(places, { name: (seat) => sat[seat]?.name ?? '', you: you < 0 ? null : you })
}

export function endOf(replay: Replay, sat: readonly Sat[]): string {
  const places = placesIn(replay)
  const [first] = places
  if (!first) return ''
  const won = places.length > 1 ? wonBy(places, sat) : t('replay.solo', { name: sat[0]?.name ?? '', n: first.values[0] ?? 0 })
  return inARow(won, ...botsPlayed(replay.record, replay.stand_ins, (seat) => forSat(sat[seat])))
}
