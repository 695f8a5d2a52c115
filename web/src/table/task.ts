/** What a lesson asks for, and what it draws on the board; a table has none. */

import type { Laid } from '../pieces/geometry'
import type { Note } from '../positions/notes'
import type { Choice, Colour, Counted, StoryEvent } from '../net/wire'

export interface Task {
  title: string // what to do
  rows: readonly Colour[] // of the score board that matter; empty for all
  others: boolean // the score boards of the others are shown
  lowest: boolean // the lowest pegs are marked
  risk: boolean // the Tile Challenge shows how likely a bust is
  counted: readonly Counted[] // lines to draw
  laid: Laid | null // a tile that the question is about
  ghost: Laid | null // a tile as it could lie
  note: Note
  choice: Choice | null // a decision of a Challenge that the question is about
  story: readonly StoryEvent[] // what an answer did: the pegs go there
}
