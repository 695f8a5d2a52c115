/** What was moved in a step, for the list of moves. */

import type { Piece } from '../../draw/Pieces.svelte'
import { eventOf, type Gain, gainsOf, summed } from '../../lib/story'
import type { Told } from '../../net/wire'

export interface Moved {
  piece: Piece
  pieces: string[]
  gains: Gain[]
}

/** The pieces of a decision and what it gained: of a tile or a card for both halves, else only what scored. */
export function movedIn(story: readonly Told[]): Moved {
  const placed = eventOf(story, 'Placed')
  if (placed) return { piece: 'tile', pieces: [placed.tile], gains: gainsOf(story) }
  const played = eventOf(story, 'Played')
  if (played) return { piece: 'card', pieces: [played.card], gains: gainsOf(story) }
  const shown = eventOf(story, 'Shown')
  if (shown) return { piece: eventOf(story, 'PutBack') ? 'tile' : 'card', pieces: shown.pieces, gains: [] }
  const rolled = eventOf(story, 'Rolled')
  if (rolled) return { piece: 'die', pieces: [...rolled.dice], gains: [] }
  const drawn = eventOf(story, 'TileDrawn')
  return { piece: 'hexagon', pieces: drawn ? [drawn.symbol] : [], gains: summed(gainsOf(story)) }
}
