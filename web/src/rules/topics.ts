/** The pages of the rules: what they are about, where they are, and how they are fetched. */

import { board, get } from '../net/http'
import { kept } from '../net/kept'
import type { Language } from '../app/prefs.svelte'
import type { Game, RulesPage } from '../net/wire'

export type Topic = Game | 'match'
export const TOPICS: readonly Topic[] = ['classic', 'solo', 'team', 'duel', 'cards', 'dice', 'tiles', 'match']

export const isTopic = (name: string): name is Topic => (TOPICS as readonly string[]).includes(name)

/** The page that tells a rule first of all, by the letter of its id. */
const HOME: Record<string, Topic> = {
  A: 'classic',
  B: 'classic',
  C: 'solo',
  D: 'team',
  E: 'duel',
  F: 'cards',
  G: 'cards',
  H: 'dice',
  I: 'tiles',
  J: 'match',
}
const homeOf = (rule: string): Topic => HOME[rule[0] ?? ''] ?? 'classic'

export const addressOf = (topic: string, place?: string | null): string => `/rules/${topic}${place ? `#${place}` : ''}`

const pages = new Map<string, Promise<RulesPage>>()

/** Its examples can be drawn at once: what stands below them must not move when they come. */
async function withBoards(page: RulesPage): Promise<RulesPage> {
  const blocks = page.sections.flatMap((section) => section.blocks)
  const radii = blocks.flatMap((block) =>
    block.kind === 'example' && block.steps[0]?.position.kind === 'board' ? [block.steps[0].position.radius] : [],
  )
  await Promise.all([...new Set(radii)].map(board))
  return page
}

/** A page of the rules; it never changes while we are open. */
export function rulesPage(topic: Topic, language: Language): Promise<RulesPage> {
  const address = `/api/rules/${topic}?language=${language}`
  let found = pages.get(address)
  if (!found) {
    found = kept('rules', address, () => get<RulesPage>(address)).then(withBoards)
    found.catch(() => pages.delete(address))
    pages.set(address, found)
  }
  return found
}

/** The section of every game's page at which a player begins to read. */
export const TURN = 'a-turn'

const isRule = (place: string): boolean => /^[A-J]\d+$/.test(place)

/** The page of a game that has a rule; rules that several games share may be on another page. */
export async function pageWith(topic: Topic, place: string | null, language: Language): Promise<RulesPage> {
  const page = await rulesPage(topic, language)
  return place === null || !isRule(place) || page.rules.includes(place) ? page : rulesPage(homeOf(place), language)
}
