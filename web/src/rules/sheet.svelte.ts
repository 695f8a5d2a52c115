/** The rules beside the table: which of them is asked about. */

import { mount } from 'svelte'
import { isTopic, type Topic } from './topics'

export interface Asked {
  topic: Topic
  rule: string | null // or a section
}

class Sheet {
  asked = $state.raw<Asked | null>(null)
  opener: HTMLElement | null = null // has the focus again when the sheet closes
}

export const sheet = new Sheet()

let mounting: Promise<void> | null = null

/** Show the rules of a game, at one of them or at a section if it is named. Play goes on beside it. */
export function askRule(game: Topic, rule?: string | null): void {
  if (!isTopic(game)) return
  if (!sheet.asked) sheet.opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  sheet.asked = { topic: game, rule: rule ?? null }
  // Nobody has to make room for it: it comes with the first question.
  mounting ??= import('./RulesSheet.svelte')
    .then(({ default: RulesSheet }) => void mount(RulesSheet, { target: document.body }))
    .catch(() => void (mounting = null))
}

export function closeRules(): void {
  sheet.asked = null
}
