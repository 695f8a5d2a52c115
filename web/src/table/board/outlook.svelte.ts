/** What the tile that is held would do to the score boards, as the server tells it. The last question wins. */

import { Refusal } from '../../net/http'
import { COLOURS } from '../../lib/colours'
import type { Placement } from '../../lib/placement'
import { calledOf } from '../../lib/story'
import type { Colour, Told } from '../../net/wire'
import { heldKey, type Held } from './placing.svelte'

export interface Outlook {
  next: number[] // where the pegs of one's side would stand
  lost: number[] // points that would be lost, by colour
  called: Colour[] // pegs that would come to an end
  tokens: Colour[] // tokens that would be taken
  story: readonly Told[] // all that would happen, as far as it does not depend on chance
}

type Ask = (choice: Placement) => Promise<Told[] | null>

/** Long enough that a pointer that crosses the board does not ask for every space on its way. */
const PAUSE = 40

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

/** What was told of one way of holding a tile. */
interface Foreseen {
  key: string
  first: Outlook | null // with the first half scored first
  second: Outlook | null // with the second half first, where that matters
  rule: string | null // by which the tile may not lie there
}

export class Foresight {
  #told = $state.raw<Foreseen | null>(null)

  readonly #ask: Ask
  #wanted = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** What this tile would do if it were placed so, as soon as that is told; never what another one would. */
  of(held: Held | null, second = false): Outlook | null {
    const told = this.#of(held)
    return (second ? told?.second : told?.first) ?? null
  }

  /** By which rule it may not lie there. */
  rule(held: Held | null): string | null {
    return this.#of(held)?.rule ?? null
  }

  #of(held: Held | null): Foreseen | null {
    const told = this.#told
    return held && told?.key === heldKey(held) ? told : null
  }

  /** Foresee this, or nothing. */
  want(held: Held | null, pegs: readonly number[], both: boolean): void {
    const key = held ? `${heldKey(held)} ${both} ${pegs.join()}` : ''
    if (key === this.#wanted) return
    this.#wanted = key
    this.#told = null
    clearTimeout(this.#timer)
    if (held) this.#timer = setTimeout(() => void this.#find(key, held, pegs, both), PAUSE)
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
      if (error.status === 0) this.#wanted = '' // to be asked again when the line is back
      else this.#told = { key: heldKey(held), first: null, second: null, rule: error.rule }
    }
  }
}
