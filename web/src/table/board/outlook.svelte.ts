/** What the held tile would do to the score boards, as the server previews it. */

import { COLOURS } from '../../pieces/colours'
import type { Laid } from '../../pieces/geometry'
import { isPlacement, type Placement } from '../../moves/placement'
import { calledOf } from '../../text/story'
import type { Colour, StoryEvent } from '../../net/wire'
import type { Pending } from '../decision.svelte'
import { Previews } from '../previews.svelte'
import type { Ground } from './ground'
import { heldKey, type Held } from './placing.svelte'

export interface Outlook {
  next: number[] // where the pegs of the viewer's side would be
  lost: number[] // points that would be lost, by colour
  called: Colour[] // pegs that would reach the end
  tokens: Colour[] // tokens that would be taken
  story: readonly StoryEvent[] // all that would happen, except what depends on chance
}

/** Long enough that a pointer crossing the board does not ask about every space on its way. */
const PAUSE_MS = 40

export function outlookOf(story: readonly StoryEvent[], pegs: readonly number[]): Outlook {
  const next = [...pegs]
  const lost = COLOURS.map(() => 0)
  const tokens: Colour[] = []
  for (const [kind, event] of story) {
    if (kind === 'TokenTaken') tokens.push(event.symbol)
    if (kind !== 'PegMoved') continue
    const k = COLOURS.indexOf(event.symbol)
    next[k] = event.end
    lost[k] = (lost[k] ?? 0) + event.lost
  }
  return { next, lost, called: calledOf(story), tokens, story }
}

/** A tile on its way to the table: it is drawn as if it lay there, with what it was foreseen to do. */
export interface SentTile extends Laid {
  from: number | null // the place of the rack
  gains: readonly [number, number]
  outlook: Outlook | null // null: it was placed before that was known
}

/** The tile of a decision on its way; null if it places none. */
export function sentTile(pending: Pending | null, ground: Ground | null, pegs: readonly number[]): SentTile | null {
  if (!pending || !ground || !isPlacement(pending.choice)) return null
  const { choice, from, story } = pending
  const laid = { tile: choice.place, at: choice.at }
  return { ...laid, from, gains: ground.gains(laid), outlook: story && outlookOf(story, pegs) }
}

/** The placement of a held tile; the half that is named first is scored first. */
function placementOf({ tile, at: [a, b] }: Held, second: boolean): Placement {
  return second ? { place: tile[1]! + tile[0]!, at: [[...b], [...a]] } : { place: tile, at: [[...a], [...b]] }
}

/** The previews of the tile that is held over the board. */
export class Foresight {
  #wanted = $state.raw<{ held: Held; pegs: readonly number[] } | null>(null)
  readonly #previews: Previews
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(...of: ConstructorParameters<typeof Previews>) {
    this.#previews = new Previews(...of)
  }

  /** What this tile would do there, once that is known. */
  of(held: Held | null, second = false): Outlook | null {
    const story = held && this.#isWanted(held) ? this.#previews.of(placementOf(held, second)) : null
    return story && outlookOf(story, this.#wanted?.pegs ?? [])
  }

  /** The rule that forbids it there. */
  rule(held: Held | null): string | null {
    return held && this.#isWanted(held) ? this.#previews.rule(placementOf(held, false)) : null
  }

  #isWanted(held: Held): boolean {
    return this.#wanted !== null && heldKey(held) === heldKey(this.#wanted.held)
  }

  /** Request the preview of this tile; `both` if the order in which its halves are scored matters. */
  want(held: Held | null, pegs: readonly number[], both: boolean): void {
    this.#wanted = held && { held, pegs }
    clearTimeout(this.#timer)
    if (!held) return
    const choices = (both ? [false, true] : [false]).map((second) => placementOf(held, second))
    this.#timer = setTimeout(() => this.#previews.want(...choices), PAUSE_MS)
  }
}
