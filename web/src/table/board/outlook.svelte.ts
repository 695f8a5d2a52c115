/** What the tile that is held would do to the score boards, as the server tells it. The last question wins. */

import { Refusal } from '../../lib/api'
import { COLOURS } from '../../lib/colours'
import { calledOf } from '../../lib/story'
import type { Colour, PlaceChoice, Told } from '../../wire'
import { heldKey, type Held } from './placing.svelte'

export interface Outlook {
  next: number[] // where the pegs of one's side would stand
  lost: number[] // points that would be lost, by colour
  called: Colour[] // pegs that would come to an end
  tokens: Colour[] // tokens that would be taken
  story: readonly Told[] // all that would happen, as far as it does not depend on chance
}

type Ask = (choice: PlaceChoice) => Promise<Told[] | null>

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

export class Foresight {
  /** With the first half scored first. */
  shown = $state.raw<Outlook | null>(null)
  /** With the second half first, where that matters. */
  other = $state.raw<Outlook | null>(null)
  /** By which rule the tile may not lie there. */
  rule = $state<string | null>(null)

  readonly #ask: Ask
  #wanted = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Foresee this, or nothing. */
  want(held: Held | null, pegs: readonly number[], both: boolean): void {
    const key = held ? `${heldKey(held)} ${both} ${pegs.join()}` : ''
    if (key === this.#wanted) return
    this.#wanted = key
    this.shown = this.other = null
    this.rule = null
    clearTimeout(this.#timer)
    if (held) this.#timer = setTimeout(() => void this.#find(key, held, pegs, both), PAUSE)
  }

  async #find(key: string, held: Held, pegs: readonly number[], both: boolean): Promise<void> {
    const [a, b] = held.at
    const turned = held.tile[1]! + held.tile[0]!
    const choices: PlaceChoice[] = [{ place: held.tile, at: [[...a], [...b]] }]
    if (both) choices.push({ place: turned, at: [[...b], [...a]] })
    try {
      const stories = await Promise.all(choices.map(this.#ask))
      if (this.#wanted !== key) return
      const [shown, other] = stories.map((story) => (story ? outlookOf(story, pegs) : null))
      this.shown = shown ?? null
      this.other = other ?? null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.#wanted === key) this.rule = error.rule
    }
  }
}
