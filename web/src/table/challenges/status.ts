/** The text of the bar: whose turn it is, what to do, or what a player has just done. */

import { describeStory } from '../../text/tell'
import { list, t } from '../../i18n/catalogue.svelte'
import type { StoryEvent, View } from '../../net/wire'
import { statusOf, whyWait } from '../chrome/who'
import type { TableState } from '../state.svelte'

export interface Status {
  title: string
  text: string
  plain?: boolean // the title says only whose turn it is
}

const calls = (story: readonly StoryEvent[], seat: number): string[] =>
  story.flatMap((event) => (event[0] === 'CalledIngenious' && event[1].seat === seat ? [t(`colour.${event[1].symbol}`)] : []))

/** Whether the decision before this one earned the seat another turn. */
const bonus = (story: readonly StoryEvent[], seat: number): boolean =>
  story.some((event) => event[0] === 'TurnBegan' && event[1].seat === seat && event[1].bonus)

const lastMove = (here: TableState): string => describeStory(here.lastStory, (seat) => here.name(seat)).join(' ')

export function status(here: TableState, me: number, texts: { play: string; bonus: string }): Status {
  const view = here.view as View
  if (view.shared.phase !== 'playing') return { title: t('act.over'), text: lastMove(here) }
  if (!here.acting) {
    const seat = view.turn?.seat
    const waits = whyWait(here)
    if (waits) return { title: statusOf(here), text: waits, plain: true }
    const title = seat === undefined ? '' : statusOf(here)
    return { title, text: lastMove(here), plain: true }
  }
  if (here.lost) return { title: t('status.lost'), text: t(here.decision.isSent ? 'status.lost.sent' : 'status.lost.wait') }
  if (here.task) return { title: here.task.title, text: texts.play, plain: true }
  if (bonus(here.lastStory, me)) {
    const colours = list(calls(here.lastStory, me))
    return { title: t('act.bonus'), text: t('act.bonus.text', { colours, what: texts.bonus }) }
  }
  return { title: t('act.yours'), text: texts.play }
}
