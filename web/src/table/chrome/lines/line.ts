/** A score board as one line of six numbers: what it shows, and in words. */

import { t } from '../../../i18n/catalogue.svelte'
import type { Colour } from '../../../net/wire'
import { COLOURS } from '../../../pieces/colours'
import type { Order } from '../../../pieces/OrderMark.svelte'
import type { Timed } from '../../../scores/Clock.svelte'
import type { Silent } from '../silent.svelte'

export interface Line {
  key: string
  name: string
  names?: readonly string[] // of a side with several players: one above the other if space is tight
  pegs: readonly number[]
  next?: readonly number[] | null // where they would go
  before?: readonly number[] | null // where they came from
  orders?: readonly (readonly Order[])[] // for each name, which of the last moves they made
  gained?: readonly number[] | null // and what they scored, by colour
  turn: boolean
  heads?: readonly [string, string] // both players of a duel, because the numbers alone name no player
  signed?: boolean // both sides pull one peg: above 0 it is on the viewer's side
  rank?: number | null // the place at the end
  framed?: readonly Colour[] // the pegs that decided
  dimmed?: boolean // it is faded out
  unmarked?: boolean // the lowest pegs are not marked
  away?: string // a word or two if a player is not connected
  clocks?: readonly Timed[] // the players with their clocks; empty without any
  silent?: Silent | null // a player's connection is silent: their clock is paused, or runs meanwhile
  spoken?: string // everything in words, if name and numbers alone are ambiguous
}

/** The value of a peg, after the move that is previewed. */
export const value = (line: Line, k: number): number => line.next?.[k] ?? line.pegs[k] ?? 0

/** How far the previewed move, or the last one, moves a peg. */
export const moved = (line: Line, k: number): number =>
  line.next ? value(line, k) - (line.pegs[k] ?? 0) : (line.pegs[k] ?? 0) - (line.before?.[k] ?? line.pegs[k] ?? 0)

export const isLowest = (line: Line, k: number): boolean =>
  !line.signed && !line.unmarked && value(line, k) === Math.min(...(line.next ?? line.pegs))

export const withSign = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')

/** The value of a peg as it is written. */
export const written = (line: Line, k: number): string => (line.signed ? withSign(value(line, k)) : String(value(line, k)))

/** A line in words, for screen readers. */
export function spoken(line: Line): string {
  if (line.spoken !== undefined) return line.spoken
  const values = COLOURS.map((colour, k) => `${t(`colour.${colour}`)} ${written(line, k)}`).join(', ')
  return `${line.name}${line.away ? `, ${line.away}` : ''}: ${values}`
}
