/** What the held tile would do to the score boards, as the server previews it. */

import { Refusal } from '../../net/http'
import { COLOURS } from '../../pieces/colours'
import type { Laid } from '../../pieces/geometry'
import { isPlacement, type Placement } from '../../moves/placement'
import { calledOf } from '../../text/story'
import type { Colour, Told } from '../../net/wire'
import type { Pending } from '../decision.svelte'
import type { Ground } from './ground'
import { heldKey, type Held } from './placing.svelte'

export interface Outlook {
  next: number[] // where the pegs of the viewer's side would be
  lost: number[] // points that would be lost, by colour
  called: Colour[] // pegs that would reach the end
  tokens: Colour[] // tokens that would be taken
  story: readonly Told[] // all that would happen, except what depends on chance
}

type Ask = (choice: Placement) => Promise<Told[] | null>

/** Long enough that a pointer crossing the board does not ask about every space on its way. */
const PAUSE_MS = 40

export function outlookOf(story: readonly Told[], pegs: readonly number[]): Outlook {
  const next = [...pegs]
  const lost = COLOURS.map(() => 0)
  const tokens: Colour[] = []
  for (const [kind, told] of story) {
    if (kind === 'TokenTaken') tokens.push(told.symbol)
    if (kind !== 'PegMoved') continue
    const k = COLOURS.indexOf(told.symbol)
    next[k] = told.end
    lost[k] = (lost[k] ?? 0) + told.lost
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

/** What is known about one way of holding a tile. */
interface Foreseen {
  key: string
  first: Outlook | null // with the first half scored first
  second: Outlook | null // with the second half first, where that matters
  rule: string | null // that forbids the tile there
}

export class Foresight {
  #told = $state.raw<Foreseen | null>(null)

  readonly #ask: Ask
  #wanted = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** What this tile would do there, once that is known. */
  of(held: Held | null, second = false): Outlook | null {
    const told = this.#of(held)
    return (second ? told?.second : told?.first) ?? null
  }

  /** The rule that forbids it there. */
  rule(held: Held | null): string | null {
    return this.#of(held)?.rule ?? null
  }

  #of(held: Held | null): Foreseen | null {
    const told = this.#told
    return held && told?.key === heldKey(held) ? told : null
  }

  /** Ask for the outlook of this tile; the last request wins. */
  want(held: Held | null, pegs: readonly number[], both: boolean): void {
    const key = held ? `${heldKey(held)} ${both} ${pegs.join()}` : ''
    if (key === this.#wanted) return
    this.#wanted = key
    this.#told = null
    clearTimeout(this.#timer)
    if (held) this.#timer = setTimeout(() => void this.#find(key, held, pegs, both), PAUSE_MS)
  }

  async #find(key: string, held: Held, pegs: readonly number[], both: boolean): Promise<void> {
    const [a, b] = held.at
    const turned = held.tile[1]! + held.tile[0]!
    const choices: Placement[] = [{ place: held.tile, at: [[...a], [...b]] }]
    if (both) choices.push({ place: turned, at: [[...b], [...a]] })
    try {
      const stories = await Promise.all(choices.map(this.#ask))
      if (this.#wanted !== key) return
      const [first, second] = stories.map((story) => (story ? outlookOf(story, pegs) : null))
      this.#told = { key: heldKey(held), first: first ?? null, second: second ?? null, rule: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.#wanted !== key) return
      if (error.status === 0)
        this.#wanted = '' // ask again when the connection is back
      else this.#told = { key: heldKey(held), first: null, second: null, rule: error.rule }
    }
  }
}
