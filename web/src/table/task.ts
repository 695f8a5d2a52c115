/** What a lesson asks for, and what it draws on the board; a table has none. */

import type { Laid } from '../pieces/geometry'
import type { Note } from '../positions/notes'
import type { Colour, Counted, StoryEvent } from '../net/wire'

export interface Task {
  title: string // what to do
  rows: readonly Colour[] // of the score board that matter; empty for all
  others: boolean // the score boards of the others are shown
  counted: readonly Counted[] // lines to draw
  laid: Laid | null // a tile that the question is about
  ghost: Laid | null // a tile as it could lie
  note: Note
  story: readonly StoryEvent[] // what an answer did: the pegs go there
}
