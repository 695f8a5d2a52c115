/** The text of the bar: whose turn it is, and what to know or to do now. */

import { COLOURS, halves } from '../../pieces/colours'
import { calledOf } from '../../text/story'
import { list, t } from '../../i18n/catalogue.svelte'
import type { BoardPosition, Colour, View } from '../../net/wire'
import { prefs } from '../../app/prefs.svelte'
import { screen } from '../../ui/screen.svelte'
import { statusOf, whyWait } from '../chrome/who'
import type { TableState } from '../state.svelte'
import type { Outlook, SentTile } from './outlook.svelte'
import type { Placing } from './placing.svelte'

export interface Status {
  title: string
  text: string
  hint?: string // how to go on, in a line of its own
  chips?: Colour[]
  loud?: boolean // the title says more than whose turn it is
  rule?: string | null // the rule that forbids the tile where it is held
}

const named = (colours: readonly Colour[]): string => list(colours.map((colour) => t(`colour.${colour}`)))
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

const gain = (colour: Colour, n: number): string => t('board.gain', { n, colour: t(`colour.${colour}`) })

/** The points of the two halves, the doubles half by half. */
export function gainsText(tile: string, gains: readonly [number, number]): string {
  const [a, b] = halves(tile)
  const [x, y] = gains
  if (x + y === 0) return t('board.gain.none')
  if (a !== b) return list([...(x ? [gain(a, x)] : []), ...(y ? [gain(b, y)] : [])])
  return x && y ? `${capital(t(`colour.${a}`))} ${x} + ${y} = ${x + y}` : gain(a, x + y)
}

/** What a tile is foreseen to score. */
function brings(tile: string, gains: readonly [number, number], outlook: Outlook | null): Status {
  const title = outlook?.called.length ? t('board.ingenious') : t('status.yours')
  const lost = outlook?.lost.reduce((sum, n) => sum + n, 0) ?? 0
  const text = gainsText(tile, gains)
  return { title, text: lost ? `${text}; ${t('board.lost', { n: lost })}` : text }
}

/** Why a tile may not be placed there: first what is visible on the board, then the rule of the first turn. */
function obstacle({ taken, outside }: Placing, first: boolean): string {
  if (taken) return t('board.nothere.taken')
  return t(first && !outside ? 'board.nothere.first' : 'board.nothere.empty')
}

function holding(placing: Placing, first: boolean, outlook: Outlook | null, rule: string | null): Status | null {
  const { held, gains } = placing
  if (placing.refused) return { title: t('board.nothere'), text: obstacle(placing, first), rule }
  if (!held || !gains) return null
  if (placing.waits && placing.asksOrder) return { title: t('status.yours'), text: t('board.halves') }
  if (placing.stuck === 'only') return { title: t('status.yours'), text: t('board.turn.only') }
  return brings(held.tile, gains, outlook)
}

/** Without a connection nothing can be decided, but a held tile stays, and a decision on its way is not lost. */
function offline(here: TableState, placing: Placing): Status {
  const text = here.decision.isSent ? 'status.lost.sent' : placing.waits ? 'status.lost.tile' : 'status.lost.wait'
  return { title: t('status.lost'), text: t(text), loud: true }
}

function swapping(view: View): Status {
  const duel = view.shared.rules.game === 'duel'
  const n = view.choices?.decisions?.find(({ swap }) => swap !== undefined)?.swap?.length ?? 0
  return {
    title: t(duel ? 'board.swap.title.some' : 'board.swap.title', { n }),
    text: t(duel ? 'board.swap.duel' : 'board.swap.why', { n: view.shared.rules.goal, k: view.choices?.lowest?.length ?? 0 }),
    chips: [...(view.choices?.lowest ?? '')] as Colour[],
  }
}

function bonus(here: TableState, view: View, position: BoardPosition): Status {
  const seat = view.turn?.seat ?? 0
  const called = calledOf(here.lastStory)
  const ended = (_: Colour, k: number): boolean => view.shared.rules.bonus.includes(position.pegs[seat]?.[k] ?? 0)
  const ends = called.length ? called : COLOURS.filter(ended)
  const text = here.acting
    ? t('board.bonus', {
        colours: ends.length > 1 ? t('board.bonus.pegs', { n: ends.length }) : capital(named(ends)),
        n: position.due,
        hole: view.shared.rules.bonus[0] ?? '',
      })
    : t('board.bonus.other', { name: here.name(seat), n: position.due })
  return { title: t('board.ingenious'), text, loud: true }
}

/** How to place a tile, for a learner. */
function howTo(placing: Placing): string {
  if (placing.tile === null) return t('learn.how.pick')
  return t(screen.isTouch ? 'learn.how.tap' : 'learn.how.click')
}

/** Whether to say how a tile is turned: to a player with a mouse who has never turned one. */
const learns = (here: TableState): boolean => !here.task && !prefs.turned && screen.kind !== 'phone' && !screen.isTouch

export function barStatus(
  here: TableState,
  position: BoardPosition,
  placing: Placing,
  sent: SentTile | null,
  outlook: Outlook | null,
  rule: string | null,
  missed = false, // the player pressed on the board without a tile
): Status {
  const view = here.view as View
  if (here.acting && here.lost) return offline(here, placing)
  const about = here.task ? howTo(placing) : t('board.bag', { n: position.bag })
  const plain: Status = { title: statusOf(here), text: about }
  if (sent && here.coach.holds) return { title: plain.title, text: gainsText(sent.tile, sent.gains) }
  if (sent) return brings(sent.tile, sent.gains, outlook)
  const swapped = here.decision.pending?.choice
  if (swapped) return swapped.swap ? { ...plain, text: t('board.swapped', { n: swapped.swap.length }) } : plain
  if (here.acting && view.turn?.kind === 'swap') return swapping(view)
  if (here.acting && (placing.held ?? placing.refused)) {
    const holds = holding(placing, position.first_turn, outlook, rule) ?? plain
    return placing.legal && !placing.waits && learns(here) ? { ...holds, hint: t('board.how') } : holds
  }
  if (here.acting && placing.tile && learns(here)) return { title: plain.title, text: t('board.how') }
  if (here.acting && missed) return { title: plain.title, text: t('board.pick') }
  const waits = whyWait(here)
  if (waits) return { title: plain.title, text: waits }
  if (position.bonus) return bonus(here, view, position)
  if (here.acting && position.first_turn) return { title: plain.title, text: t('board.first') }
  return plain
}
