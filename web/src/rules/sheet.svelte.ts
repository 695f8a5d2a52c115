/** The rules beside the table: which of them is asked about. */

import { mount } from 'svelte'
import { isTopic, type Topic } from './topics'

export interface Asked {
  topic: Topic
  rule: string | null // or a section
}

class Sheet {
  asked = $state.raw<Asked | null>(null)
  played = $state.raw<{ edition: string | null }>({ edition: null }) // by which rules, where the sheet opens
  opener: HTMLElement | null = null // has the focus again when the sheet closes
}

export const sheet = new Sheet()

let mounting: Promise<void> | null = null

/** The sheet itself: the layout needs no room for it, so it is loaded with the first question. */
export const loadSheet = (): Promise<typeof import('./RulesSheet.svelte')> => import('./RulesSheet.svelte')

/** Show the rules of a game, at one of them or at a section if it is named. Play goes on beside it. */
export function askRule(game: Topic, rule?: string | null): void {
  if (!isTopic(game)) return
  if (!sheet.asked) sheet.opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  sheet.asked = { topic: game, rule: rule ?? null }
  mounting ??= loadSheet()
    .then(({ default: RulesSheet }) => void mount(RulesSheet, { target: document.body }))
    .catch(() => void (mounting = null))
}

/** Explain the wording of an edition on the sheet, until the function that is returned is called. */
export function readEdition(edition: string | null): () => void {
  const mine = { edition }
  sheet.played = mine
  // Another page may have come in the meantime.
  return () => {
    if (sheet.played === mine) sheet.played = { edition: null }
  }
}

export function closeRules(): void {
  sheet.asked = null
}
