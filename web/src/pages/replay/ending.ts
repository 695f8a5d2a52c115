/** How a game ended, in one line. */

import { inARow } from '../../lib/sentences'
import { list, t } from '../../lib/words.svelte'
import { type Place, winners } from '../../table/around/results'
import { botsPlayed } from '../../table/around/standins'
import type { Replay } from '../../wire'
import { placesIn } from './facts'
import { forSat, type Sat } from './seats'

/** Who won, said to whoever looks: it may have been them. */
function wonBy(places: readonly Place[], sat: readonly Sat[]): string {
  const name = (seat: number): string => sat[seat]?.name ?? ''
  const won = places.filter(({ rank }) => rank === 1)
  const seats = won.flatMap((place) => place.seats)
  if (!seats.some((seat) => sat[seat]?.you)) return winners(places, name)
  if (seats.length === 1) return t('result.win')
  return won.length > 1 ? t('result.share') : t('result.team.you', { names: list(seats.map(name)) })
}

export function endOf(replay: Replay, sat: readonly Sat[]): string {
  const places = placesIn(replay)
  const [first] = places
  if (!first) return ''
  const won = places.length > 1 ? wonBy(places, sat) : t('replay.solo', { name: sat[0]?.name ?? '', n: first.values[0] ?? 0 })
  return inARow(won, ...botsPlayed(replay.record, replay.stand_ins, (seat) => forSat(sat[seat])))
}
