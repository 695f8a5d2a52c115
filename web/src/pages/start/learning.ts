/** The lesson with which the guest goes on learning, by what is done. */

import { progress } from '../../app/progress.svelte'
import { lessonsOf } from '../../rules/lessons'
import { isTopic } from '../../rules/topics'

/** The lesson that was left, or the next one that is not done; null if the course was not begun or is done. */
export function toContinue(): { course: string; lesson: number } | null {
  const { last } = progress
  if (!progress.hasDone || !last || !isTopic(last.course)) return null
  const { course } = last
  const open = lessonsOf(course).findIndex((_, k) => !progress.isDone(course, k + 1)) + 1
  if (!open) return null
  return progress.isDone(course, last.lesson) ? { course, lesson: open } : last
}
