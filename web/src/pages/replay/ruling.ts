/** The rule by which something out of the ordinary happened in a step, to be read up. */

import { eventOf } from '../../lib/story'
import type { Game, Reason, Told } from '../../wire'

type Rules = Partial<Record<Game, string>>

const CALLED: Rules = { classic: 'B11', solo: 'C2', team: 'D4', duel: 'E2', cards: 'F3', dice: 'F3', tiles: 'I8' }
const RENEWED: Rules = { classic: 'B13', team: 'D5', duel: 'E3', cards: 'G6' }
const ENDED: Partial<Record<Reason, Rules>> = {
  'board-full': { classic: 'B15', solo: 'C3', team: 'D6', duel: 'E4' },
  'instant-win': { classic: 'B16', solo: 'C3', team: 'D6', duel: 'E5' },
  won: { cards: 'F4', dice: 'F4', tiles: 'I8' },
  stalled: { cards: 'G8' },
}

/** The one that matters most; null where a move was like most of them. */
export function ruleOf(story: readonly Told[], game: Game): string | null {
  const ended = eventOf(story, 'Ended')
  const rule = ended && ENDED[ended.reason]?.[game]
  if (rule) return rule
  if (eventOf(story, 'Resigned')) return 'A5'
  if (eventOf(story, 'WentOut')) return 'I5'
  if (eventOf(story, 'BonusLapsed')) return 'B12'
  if (eventOf(story, 'CalledIngenious')) return CALLED[game] ?? null
  for (const [kind, told] of story) if (kind === 'PegMoved' && told.lost && told.why) return told.why
  if (eventOf(story, 'Shown')) return RENEWED[game] ?? null
  return eventOf(story, 'DeckRenewed') ? 'G7' : null
}
