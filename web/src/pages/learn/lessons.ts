/** Compiled lessons: what is in them, and how they are loaded. */

import { get, keepBoard } from '../../net/http'
import type { Space } from '../../pieces/geometry'
import type { Note } from '../../positions/notes'
import type { LessonEntry, Words } from '../../rules/lessons'
import type { Topic } from '../../rules/topics'
import type { Board, Choice, Choices, Colour, Counted, LogEntry, Position, Rules, StoryEvent, TurnView } from '../../net/wire'

type Groups = (string[] | number)[]

/** A sentence: its name in the catalogue, and its values. */
export type Part = [string, Record<string, string | number>]

/** Why an answer is not the one that was asked for. */
export interface Why extends Pick<Note, 'stops' | 'gaps' | 'crosses'> {
  title: Part
  text: Part[]
  rule: string
  say?: Words // in place of `text`
}

/** A position as a table sends it. */
export interface StepView {
  rules: Rules
  position: Position
  looks: number
  turn: TurnView | null
  racks?: Groups
  hands?: Groups
  choices?: Choices
  log: LogEntry[]
}

interface StepBase {
  name: Words
  tell: Words // the idea
  ask: Words // the task
  hint: Words
  done: Words
  view: StepView
  rows: string
  others: boolean
  rack?: boolean // the rack is shown with the question, and after a swap
  risk: boolean // the Tile Challenge shows how likely a bust is
  marks: { counted?: Counted[]; spaces?: Space[]; arrows?: [Space, Space][] }
}

/** The numbers of the events that an answer leads to, and of what explains it unless it is right. */
export type Answer = [number[]] | [number[], number]

export interface MoveStep extends StepBase {
  kind: 'move'
  goal: Partial<Record<Colour, number>> // the points that are asked for
  events: StoryEvent[]
  whys: Why[]
  answers: Record<string, Answer> // by the decision as people write it
  show: string
  refused: Record<string, string> // by rule: the pairs of spaces, in hexadecimal
  after: Record<string, { position: Position; hands?: Groups }>
  racks: Record<string, string[]> // after a swap, or after keeping it
}

export interface NumberStep extends StepBase {
  kind: 'number'
  move: Choice
  least: number
  right: number
  numbers: (Why | null)[] // from the least one up; null for the right one
  story: StoryEvent[]
}

export interface ChoiceStep extends StepBase {
  kind: 'choice'
  options: { text: Words; say: Words | null }[] // a right one needs no words
}

export type Step = MoveStep | NumberStep | ChoiceStep

export interface Lesson extends LessonEntry {
  course: Topic
  number: number
  lowest: boolean // the lowest pegs are marked
  steps: Step[]
  boards: Board[]
}

const FILES = import.meta.glob<string>('../../../generated/lessons/*-*.json', { query: '?url', import: 'default', eager: true })
const fileOf = (course: Topic, number: number): string | undefined => FILES[`../../../generated/lessons/${course}-${number}.json`]

const kept = new Map<string, Promise<Lesson>>()

/** A lesson with all its answers; null if there is none. */
export function lessonOf(course: Topic, number: number): Promise<Lesson> | null {
  const file = fileOf(course, number)
  if (file === undefined) return null
  let found = kept.get(file)
  if (!found) {
    found = get<Lesson>(file).then((lesson) => {
      lesson.boards.forEach(keepBoard)
      return lesson
    })
    found.catch(() => kept.delete(file))
    kept.set(file, found)
  }
  return found
}
