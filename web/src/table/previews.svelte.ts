/** Previews of decisions: each is requested once, and kept until the table changes. */

import { Refusal } from '../net/http'
import type { Choice, StoryEvent } from '../net/wire'

interface Preview {
  story: StoryEvent[] | null
  rule: string | null // that forbids the decision
}

export class Previews {
  #known = $state.raw<ReadonlyMap<string, Preview>>(new Map())
  readonly #asked = new Set<string>()
  #version = 0
  readonly #ask: (choice: Choice) => Promise<StoryEvent[] | null>
  readonly #current: () => number | null

  /** `version` changes with the table; it is null while nothing should be requested. */
  constructor(ask: (choice: Choice) => Promise<StoryEvent[] | null>, version: () => number | null = () => 0) {
    this.#ask = ask
    this.#current = version
  }

  /** Request the previews of decisions. Call it in an effect. */
  want(...choices: readonly (Choice | null)[]): void {
    const version = this.#current()
    if (version === null) return
    if (version !== this.#version) {
      this.#version = version
      this.#asked.clear()
      this.#known = new Map()
    }
    for (const choice of choices) if (choice) void this.#request(choice, version)
  }

  async #request(choice: Choice, version: number): Promise<void> {
    const key = JSON.stringify(choice)
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    let preview: Preview
    try {
      preview = { story: await this.#ask(choice), rule: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      preview = { story: null, rule: error.rule }
      if (error.isTemporary && version === this.#version) this.#asked.delete(key)
    }
    if (version === this.#version) this.#known = new Map(this.#known).set(key, preview)
  }

  /** The story of a decision, or null while it is unknown. */
  of(choice: Choice | null): StoryEvent[] | null {
    return this.#preview(choice)?.story ?? null
  }

  /** The rule that forbids a decision. */
  rule(choice: Choice): string | null {
    return this.#preview(choice)?.rule ?? null
  }

  #preview(choice: Choice | null): Preview | undefined {
    return choice ? this.#known.get(JSON.stringify(choice)) : undefined
  }
}
