/** The lessons with which the guest goes on learning, by what is done. */

import { progress } from '../../app/progress.svelte'
import { lessonsOf } from '../../rules/lessons'
import { isTopic, type Topic } from '../../rules/topics'

/** The lesson that was left, or the next one that is not done; null if the course was not begun or is done. */
export function toContinue(): { course: string; lesson: number } | null {
  const { last } = progress
  if (!progress.hasDone || !last || !isTopic(last.course)) return null
  const { course } = last
  const open = lessonsOf(course).findIndex((_, k) => !progress.isDone(course, k + 1)) + 1
  if (!open) return null
  return progress.isDone(course, last.lesson) ? { course, lesson: open } : last
}

/** The lesson of a course to go on with: the one that was left, or the next one after those that are done; in the end the first. */
export function nextIn(course: Topic): number {
  const numbers = lessonsOf(course).map((_, k) => k + 1)
  const open = numbers.filter((number) => !progress.isDone(course, number))
  const left = open.findLast((number) => progress.stepOf(course, number) > 0)
  const done = numbers.findLast((number) => progress.isDone(course, number)) ?? 0
  return left ?? open.find((number) => number > done) ?? open[0] ?? 1
}
