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

/** The lessons that show a rule: those of this course or, if it has none, of the first one that has. */
export function lessonsOn(rule: string, course: Topic): { address: string; title: Words }[] {
  for (const one of [course, ...COURSES]) {
    const found = lessonsOf(one).flatMap(({ rules, title }, k) => (rules.includes(rule) ? [{ address: addressOf(one, k + 1), title }] : []))
    if (found.length) return found
  }
  return []
}
