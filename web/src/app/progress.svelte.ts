/**
 * Which lessons the guest of this browser has done, and the step that they left in the others.
 *
 * It is kept in the browser like the preferences: lessons need neither a name nor a connection.
 */

const KEY = 'ingenious.lessons'

interface Kept {
  done: string[] // lessons: `classic/3`
  steps: Record<string, number> // the step that was left, from 0
  last: string | null // the lesson to go on with
}

const NOTHING: Kept = { done: [], steps: {}, last: null }

/** What is valid of something that was stored. */
export function checked(stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return { ...NOTHING }
  const { done, steps, last } = stored as Partial<Record<keyof Kept, unknown>>
  const isStep = (entry: [string, unknown]): entry is [string, number] => Number.isInteger(entry[1]) && (entry[1] as number) >= 0
  return {
    done: Array.isArray(done) ? done.filter((one) => typeof one === 'string') : [],
    steps: typeof steps === 'object' && steps !== null ? Object.fromEntries(Object.entries(steps).filter(isStep)) : {},
    last: typeof last === 'string' ? last : null,
  }
}

function read(): Kept {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return { ...NOTHING } // no storage, or something else wrote there
  }
}

const nameOf = (course: string, lesson: number): string => `${course}/${lesson}`

class Progress {
  #kept = $state.raw(read())

  /** Whether any lesson is done. */
  get hasDone(): boolean {
    return this.#kept.done.length > 0
  }

  /** The course and the number of the lesson to go on with. */
  get last(): { course: string; lesson: number } | null {
    const [course, lesson] = this.#kept.last?.split('/') ?? []
    return course && lesson ? { course, lesson: Number(lesson) } : null
  }

  isDone(course: string, lesson: number): boolean {
    return this.#kept.done.includes(nameOf(course, lesson))
  }

  /** The step at which a lesson was left. */
  stepOf(course: string, lesson: number): number {
    return this.#kept.steps[nameOf(course, lesson)] ?? 0
  }

  /** The learner is at this step now. */
  reach(course: string, lesson: number, step: number): void {
    const name = nameOf(course, lesson)
    this.#keep({ ...this.#kept, last: name, steps: { ...this.#kept.steps, [name]: step } })
  }

  /** The learner has done the last step; `next` is the lesson to go on with, if there is one. */
  finish(course: string, lesson: number, next: number | null): void {
    const name = nameOf(course, lesson)
    const steps = Object.fromEntries(Object.entries(this.#kept.steps).filter(([one]) => one !== name))
    const last = next === null ? null : nameOf(course, next)
    this.#keep({ done: [...new Set([...this.#kept.done, name])], steps, last })
  }

  /** Read again what another tab has stored. */
  reread(): void {
    this.#kept = read()
  }

  #keep(kept: Kept): void {
    this.#kept = kept
    try {
      localStorage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // It stays until the page is closed.
    }
  }
}

export const progress = new Progress()

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) progress.reread()
})
