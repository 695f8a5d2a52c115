/** Plays a lesson: the step, the answer that was given, and what the coach says. It draws nothing. */

import { getContext, setContext } from 'svelte'
import { progress } from '../../app/progress.svelte'
import { language, t } from '../../i18n/catalogue.svelte'
import type { Laid } from '../../pieces/geometry'
import { isPlacement } from '../../moves/placement'
import { raysOf } from '../../positions/counted'
import type { Note } from '../../positions/notes'
import { all } from '../../text/story'
import type { Task } from '../../table/task'
import type { Colour, Counted, StoryEvent } from '../../net/wire'
import type { Judged } from './connection.svelte'
import { lessonsOf, type Words } from '../../rules/lessons'
import { laidIn } from './keys'
import { type Lesson, type MoveStep, type Step, type Why } from './lessons'
import { calledIn, sumOf, titleOf, whyText } from './sentences'

/** After this many wrong answers the coach offers to show the right one. */
export const TRIES_BEFORE_SHOWING = 2
/** The line that is meant, the space, the tile. */
const MOST_HINTS = 3

export interface Outcome {
  isRight: boolean
  isShown: boolean // the coach gave the answer
  key: string // the decision as people write it; empty for a question
  title: string
  text: string
  rule: string
  note: Note
  story: readonly StoryEvent[]
}

const toPairs = (goal: MoveStep['goal']): [Colour, number][] => Object.entries(goal) as [Colour, number][]
const inLanguage = (words: Words): string => words[language()]

const counted = (story: readonly StoryEvent[]): Counted[] => all(story, 'Counted').filter(({ points }) => points > 0)

export class Player {
  readonly lesson: Lesson
  at = $state(0)
  outcome = $state.raw<Outcome | null>(null)
  tries = $state(0)
  hints = $state(0)
  /** Puts a piece back after a wrong answer; set by the table of the step. */
  takeBack: () => void = () => {}
  /** Makes the decision that the coach shows, at the table of a Challenge. */
  demonstrate: (key: string, story: StoryEvent[]) => void = () => {}

  readonly step: Step = $derived.by(() => this.lesson.steps[this.at] as Step)
  readonly isLast: boolean = $derived.by(() => this.at === this.lesson.steps.length - 1)
  /** Whether the coach offers to show the answer. */
  readonly offers: boolean = $derived(this.tries >= TRIES_BEFORE_SHOWING && !this.outcome?.isRight)

  readonly title: string = $derived.by(() => this.outcome?.title ?? inLanguage(this.step.name))
  readonly text: string = $derived.by(() => {
    if (this.outcome) return this.outcome.text
    return inLanguage(this.hints ? this.step.hint : this.step.tell)
  })
  readonly ask: string = $derived.by(() => inLanguage(this.step.ask))

  /** The points in single colours that a step asks for. */
  readonly wanted: [Colour, number][] = $derived.by(() => (this.step.kind === 'move' ? toPairs(this.step.goal) : []))

  /** The rack after a swap, or after keeping it. */
  readonly rack: readonly string[] | null = $derived.by(() => {
    const { outcome, step } = this
    return (outcome && step.kind === 'move' && step.racks[outcome.key]) || null
  })

  /** What the table draws. */
  readonly task: Task = $derived.by(() => ({
    title: this.ask,
    rows: [...this.step.rows] as Colour[],
    others: this.step.others,
    lowest: this.lesson.lowest,
    risk: this.step.risk,
    counted: this.#counted,
    laid: this.#laid,
    ghost: this.#ghost,
    note: this.outcome ? this.outcome.note : this.#hinted,
    choice: this.step.kind === 'number' ? this.step.move : null,
    story: this.outcome && (this.outcome.isRight || this.step.kind === 'move') ? this.outcome.story : [],
  }))

  constructor(lesson: Lesson, at: number) {
    this.lesson = lesson
    this.at = Math.min(at, lesson.steps.length - 1)
    progress.reach(lesson.course, lesson.number, this.at)
  }

  /** A decision was made on the board or at the table. */
  judge({ key, answer, story }: Judged): void {
    const step = this.step as MoveStep
    this.#settle(answer[1] === undefined ? null : (step.whys[answer[1]] as Why), story, key)
  }

  guess(number: number): void {
    const { step } = this
    if (step.kind !== 'number' || this.outcome) return
    this.#settle(step.numbers[number - step.least] ?? null, step.story)
  }

  choose(option: number): void {
    const { step } = this
    if (step.kind !== 'choice' || this.outcome) return
    const say = step.options[option]?.say
    this.#settle(say ? { title: ['notquite', {}], text: [], rule: '', say } : null, [])
  }

  again(): void {
    this.outcome = null
    this.takeBack()
  }

  /** Play the step once more. */
  more(): void {
    this.hints = 0
    this.again()
  }

  hint(): void {
    this.hints = Math.min(this.hints + 1, this.step.kind === 'move' ? MOST_HINTS : 1)
  }

  /** Give the right answer. */
  show(): void {
    const { step } = this
    if (this.outcome) this.takeBack()
    const story = step.kind === 'move' ? this.#shownStory(step) : step.kind === 'number' ? step.story : []
    if (step.kind === 'move') this.demonstrate(step.show, story)
    this.outcome = { ...this.#right(story, step.kind === 'move' ? step.show : ''), isShown: true }
    this.#finish()
  }

  /** Go to the next step; false after the last one. */
  next(): boolean {
    if (this.isLast) return false
    this.goTo(this.at + 1)
    return true
  }

  goTo(at: number): void {
    this.at = at
    this.outcome = null
    this.tries = this.hints = 0
    progress.reach(this.lesson.course, this.lesson.number, at)
  }

  #settle(why: Why | null, story: readonly StoryEvent[], key = ''): void {
    if (!why) {
      this.outcome = this.#right(story, key)
      this.#finish()
      return
    }
    this.tries += 1
    this.outcome = {
      isRight: false,
      isShown: false,
      key,
      title: titleOf(why.title),
      text: why.say ? inLanguage(why.say) : whyText(why.text),
      rule: why.rule,
      note: { stops: why.stops, gaps: why.gaps, crosses: why.crosses },
      story,
    }
  }

  #right(story: readonly StoryEvent[], key: string): Outcome {
    return {
      isRight: true,
      isShown: false,
      key,
      title: (this.step.kind === 'move' && calledIn(story)) || sumOf(story) || t('learn.right'),
      text: inLanguage(this.step.done),
      rule: '',
      note: {},
      story,
    }
  }

  #finish(): void {
    if (!this.isLast) return
    const { course, number } = this.lesson
    progress.finish(course, number, number < lessonsOf(course).length ? number + 1 : null)
  }

  #shownStory(step: MoveStep): StoryEvent[] {
    return (step.answers[step.show]?.[0] ?? []).map((number) => step.events[number] as StoryEvent)
  }

  get #counted(): readonly Counted[] {
    const { outcome, step } = this
    if (step.kind === 'number') return outcome?.isRight ? counted(step.story) : (step.marks.counted ?? [])
    if (outcome?.isShown) return counted(outcome.story)
    return outcome ? [] : (step.marks.counted ?? [])
  }

  /** The tile that a question is about, or that the coach shows. */
  get #laid(): Laid | null {
    const { step } = this
    if (step.kind === 'number' && isPlacement(step.move)) return { tile: step.move.place, at: step.move.at }
    return step.kind === 'move' && this.outcome?.isShown ? laidIn(step.show) : null
  }

  get #ghost(): Laid | null {
    return this.step.kind === 'move' && !this.outcome && this.hints >= 3 ? laidIn(this.step.show) : null
  }

  /** What a hint marks: first the line that is meant, then the spaces. */
  get #hinted(): Note {
    const { spaces, arrows } = this.step.marks
    const marks = { ...(spaces && { spaces }), ...(arrows && { arrows }) }
    if (this.step.kind !== 'move' || !this.hints) return marks
    const { directions } = this.lesson.boards[0] ?? { directions: [] }
    const lights = raysOf(counted(this.#shownStory(this.step)), directions).flatMap(({ over }) => over)
    const laid = laidIn(this.step.show)
    return { ...marks, lights, ...(this.hints === 2 && laid && { spaces: [...laid.at] }) }
  }
}

const KEY = Symbol('lesson')
export const providePlayer = (player: Player): Player => setContext(KEY, player)
export const player = (): Player => getContext<Player>(KEY)
