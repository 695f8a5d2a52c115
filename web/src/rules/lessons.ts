/** Which lessons there are, and which of them shows a rule. */

import index from '../../generated/lessons/index.json'
import type { Language } from '../app/prefs.svelte'
import { type Topic, TOPICS } from './topics'

export type Words = Record<Language, string>

/** A lesson as the list has it. */
export interface LessonEntry {
  slug: string
  title: Words
  minutes: number
  rules: string[]
}

const LISTS = index as Partial<Record<Topic, LessonEntry[]>>

/** The courses that have lessons, in the order in which they are listed. */
export const COURSES: readonly Topic[] = TOPICS.filter((topic) => LISTS[topic]?.length)

export const lessonsOf = (course: Topic): readonly LessonEntry[] => LISTS[course] ?? []

export const addressOf = (course: string, lesson: number): string => `/learn/${course}/${lesson}`

/** The first lesson that shows a rule: one of this course, or else of another. */
export function lessonOn(rule: string, course: Topic): { course: Topic; number: number; entry: LessonEntry } | null {
  for (const one of [course, ...COURSES]) {
    const entries = lessonsOf(one)
    const at = entries.findIndex(({ rules }) => rules.includes(rule))
    const entry = entries[at]
    if (entry) return { course: one, number: at + 1, entry }
  }
  return null
}
