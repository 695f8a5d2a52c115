/** What the bar says: whose turn it is, and what is to be known or to be done now. */

import { COLOURS, halves } from '../../lib/colours'
import { calledOf } from '../../lib/story'
import { list, t } from '../../lib/words.svelte'
import type { BoardPosition, Colour, View } from '../../wire'
import { statusOf } from '../around/who'
import type { TableState } from '../state.svelte'
import type { Outlook } from './outlook.svelte'
import type { Placing } from './placing.svelte'

export interface Status {
  title: string
  text: string
  chips: Colour[]
  loud: boolean // the title says more than whose turn it is
}

const named = (colours: readonly Colour[]): string => list(colours.map((colour) => t(`colour.${colour}`)))
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Whether the seat to move places once more, as a bonus: its last placement was not followed by a draw. */
export function isBonus(here: TableState): boolean {
  const last = here.record?.log.at(-1)
  return last !== undefined && 'place' in last && here.view?.turn?.seat === last.seat && here.game !== 'solo'
}

/** The points of the two halves, the doubles half by half. */
export function gainsText(tile: string, gains: readonly [number, number]): string {
  const [a, b] = halves(tile)
  const [x, y] = gains
  if (a === b) return x && y ? `${capital(t(`colour.${a}`))} ${x} + ${y} = ${x + y}` : x + y ? t('board.gain', { n: x + y, colour: t(`colour.${a}`) }) : t('board.gain.none')
  const parts = ([[a, x], [b, y]] as const).filter(([, n]) => n > 0).map(([colour, n]) => t('board.gain', { n, colour: t(`colour.${colour}`) }))
  return parts.length ? list(parts) : t('board.gain.none')
}

function holding(placing: Placing, outlook: Outlook | null, rule: string | null): Status | null {
  const { held, gains } = placing
  if (!held) return null
  if (held.bad) return { title: t('board.nothere'), text: t(rule === 'B7' ? 'board.nothere.first' : 'board.nothere.taken'), chips: [], loud: false }
  if (!gains) return null
  if (placing.waits && placing.asksOrder) return { title: t('status.yours'), text: t('board.halves'), chips: [], loud: false }
  const title = outlook?.called.length ? t('board.ingenious') : t('status.yours')
  const lost = outlook?.lost.reduce((sum, n) => sum + n, 0) ?? 0
  const text = gainsText(held.tile, gains)
  return { title, text: lost ? `${text}; ${t('board.lost', { n: lost })}` : text, chips: [], loud: false }
}

function swapping(view: View): Status {
  const duel = view.rules.game === 'duel'
  const swap = view.choices?.find((choice) => 'swap' in choice)
  const n = swap && 'swap' in swap ? swap.swap.length : 0
  return {
    title: t(duel ? 'board.swap.title.some' : 'board.swap.title', { n }),
    text: t(duel ? 'board.swap.duel' : 'board.swap.why', { n: view.rules.goal }),
    chips: [...(view.lowest ?? '')] as Colour[],
    loud: false,
  }
}

export function barStatus(here: TableState, position: BoardPosition, placing: Placing, outlook: Outlook | null, rule: string | null): Status {
  const view = here.view as View
  const bag = t('board.bag', { n: position.bag })
  const plain = { title: statusOf(here), text: bag, chips: [], loud: false }
  const called = calledOf(here.lastStory)
  if (here.acting && view.turn?.kind === 'swap') return swapping(view)
  if (here.acting && placing.held) return holding(placing, outlook, rule) ?? plain
  if (isBonus(here)) {
    const ends = called.length ? called : COLOURS.filter((_, k) => view.rules.bonus.includes(position.pegs[view.turn?.seat ?? 0]?.[k] ?? 0))
    const values = { colours: capital(named(ends)), k: ends.length, n: position.due, hole: view.rules.bonus[0] ?? '', name: here.name(view.turn?.seat ?? 0) }
    if (here.acting) return { title: t('board.ingenious'), text: t('board.bonus', values), chips: [], loud: true }
    return { title: t('board.ingenious'), text: t('board.bonus.other', values), chips: [], loud: true }
  }
  if (here.acting && position.first_turn) return { title: plain.title, text: t('board.first'), chips: [], loud: false }
  return plain
}
