/** Opens the table of a first game with the coach. */

import { ensureGuest } from '../../app/guest'
import { go } from '../../app/router.svelte'
import { openTable } from '../../net/http'
import type { Topic } from '../../rules/topics'
import { lastOf, planFor, request } from '../start/plan'

/** The lesson of Ingenious after which the coached game is offered; in other courses it is the last one. */
export const BEFORE_COACHED_GAME = 4

const PLAYERS: Partial<Record<Topic, number>> = { solo: 1, team: 4 }
const WEAKEST = 1

export async function playCoached(course: Topic): Promise<void> {
  const me = await ensureGuest()
  const plan = planFor(course, PLAYERS[course] ?? 2, null, course === 'match' ? ['cards', 'dice', 'tiles'] : [])
  const last = lastOf({ ...plan, chairs: plan.chairs.map((chair) => ({ ...chair, level: WEAKEST })) }, () => '')
  const wanted = request(last, me.name, () => '')
  const opened = await openTable({ ...wanted, settings: { ...wanted.settings, coached: true } })
  go(`/table/${opened.table}`)
}
