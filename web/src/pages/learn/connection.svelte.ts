/** The connection of a lesson: it answers like a server, from what was compiled. */

import { Refusal } from '../../net/http'
import type { Connection, Message, Update } from '../../net/socket.svelte'
import type { Choice, DecisionDoc, NewsDecisionMade, RecordDocument, ServerMessage, Settings, StoryEvent, View } from '../../net/wire'
import { isPlacement } from '../../moves/placement'
import { bits } from '../../table/board/ground'
import type { Answer, Lesson, MoveStep, Step } from './lessons'
import { keysOf } from './keys'

/** What came of a decision. */
export interface Judged {
  key: string
  answer: Answer
  story: StoryEvent[]
}

const SETTINGS: Settings = {
  games: [],
  seats: [],
  edition: null,
  options: {},
  start: null,
  starts: 'same',
  clock: { kind: 'none' },
  talk: false,
  spectators: false,
  listed: false,
  casual: false,
  coached: false,
  resigning: 'match',
} as unknown as Settings

const refused = (rule: string | null = null): Refusal => new Refusal(409, { code: 'rule', error: 'not the answer', rule })

export class LessonConnection implements Connection {
  readonly id: string
  readonly status = 'open' as const
  readonly refusal = null
  readonly settings: Settings
  readonly invite = null
  readonly messages = []
  readonly absent = null
  readonly ahead = 0
  readonly lostAt = 0
  view = $state.raw<View | null>(null)
  record = $state.raw<RecordDocument | null>(null)
  readonly #step: Step
  readonly #boards: Lesson['boards']
  readonly #names: readonly string[]
  readonly #listener: (update: Update) => void
  readonly #judge: (judged: Judged) => void
  #number = 1
  #waiting: { resolve: (answer: ServerMessage) => void; reject: (refusal: Refusal) => void } | null = null

  /** `judge` is called with each decision, which stays on trial until `again` or `accept` is called. */
  constructor(lesson: Lesson, at: number, names: readonly string[], listener: (update: Update) => void, judge: (judged: Judged) => void) {
    this.id = `lesson-${lesson.course}-${lesson.number}-${at}`
    this.#step = lesson.steps[at] as Step
    this.#boards = lesson.boards
    this.#names = names
    this.#listener = listener
    this.#judge = judge
    this.settings = { ...SETTINGS, games: [this.#step.view.rules.game] }
    queueMicrotask(() => this.#show())
  }

  ask(message: Message): Promise<ServerMessage> {
    if (message.do === 'preview') return this.#preview(message.decision)
    if (message.do === 'play') return this.#play(message.decision)
    return Promise.reject(refused())
  }

  /** The decision is taken back: the piece returns to the rack. */
  again(): void {
    this.#waiting?.reject(refused())
    this.#waiting = null
    this.#show()
  }

  /** The decision stands. */
  accept(): void {
    this.#waiting?.resolve({ type: 'done', id: null, number: this.#number } as ServerMessage)
    this.#waiting = null
  }

  /** Make a decision of a Challenge as the coach would: what came of it is drawn. */
  demonstrate(key: string, story: StoryEvent[]): void {
    if (this.#step.kind === 'move') this.#goOn(this.#step, { key, story })
  }

  whole(): Promise<boolean> {
    return Promise.resolve(false)
  }

  reconnect(): void {}
  retry(): void {}
  end(): void {}

  /** What a decision leads to; null if the rules do not allow it. */
  find(choice: Choice): Judged | null {
    const step = this.#step
    if (step.kind !== 'move') return null
    const { position, looks } = step.view
    for (const key of keysOf(choice, position.kind === 'dice' ? position.dice[looks] : '')) {
      const answer = step.answers[key]
      if (answer) return { key, answer, story: answer[0].map((number) => step.events[number] as StoryEvent) }
    }
    return null
  }

  #preview(choice: DecisionDoc): Promise<ServerMessage> {
    const found = this.find(choice)
    if (!found) return Promise.reject(refused(this.#ruleAgainst(choice)))
    return Promise.resolve({ type: 'preview', id: null, story: found.story })
  }

  #play(choice: DecisionDoc): Promise<ServerMessage> {
    const found = this.find(choice)
    if (!found) return Promise.reject(refused(this.#ruleAgainst(choice)))
    this.#judge(found)
    if (this.#step.kind === 'move' && this.#step.after[found.key]) {
      this.#goOn(this.#step, found)
      return Promise.resolve({ type: 'done', id: null, number: this.#number } as ServerMessage)
    }
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
  }

  /** The rule by which a tile may not go there. */
  #ruleAgainst(choice: Choice): string | null {
    const step = this.#step
    if (step.kind !== 'move' || !isPlacement(choice)) return null
    const [a, b] = choice.at.map(String)
    const board = this.#boards.find(({ radius }) => step.view.position.kind === 'board' && radius === step.view.position.radius)
    const edge = board?.edges.findIndex((pair) => {
      const [x, y] = pair.map((number) => String(board.spaces[number]))
      return (x === a && y === b) || (x === b && y === a)
    })
    return Object.entries(step.refused).find(([, edges]) => edge !== undefined && bits(edges).includes(edge))?.[0] ?? null
  }

  /** Draw the position of the step. */
  #show(): void {
    this.#number += 1
    const { rules, looks, turn, racks, hands, choices, position } = this.#step.view
    const acts = this.#step.kind === 'move'
    const rack = racks?.[looks]
    this.view = {
      number: this.#number,
      shared: {
        phase: 'playing',
        seats: this.#names.map((name) => ({ kind: 'open' as const, name, taken: true })),
        since: 0,
        rules: { ...rules, held: Array.isArray(rack) ? rack.length : rules.held },
        position,
      },
      looks,
      yours: [looks],
      can: [],
      turn: acts ? turn : null,
      ...(racks && { racks }),
      ...(hands && { hands }),
      ...(acts && choices && { choices }),
    }
    this.record = this.#record()
    this.#listener({ news: [], view: this.view, record: this.record, whole: true })
  }

  /** Draw what came of a decision of a Challenge. */
  #goOn(step: MoveStep, { key, story }: Pick<Judged, 'key' | 'story'>): void {
    const after = step.after[key]
    if (!after || !this.view) return
    this.#number += 1
    const { looks, shared } = this.view
    const news: NewsDecisionMade = { event: 'played', number: this.#number, at: 0, seat: looks ?? 0, stand_in: false, story }
    this.view = {
      ...this.view,
      number: this.#number,
      shared: { ...shared, position: after.position },
      turn: null,
      ...(after.hands && { hands: after.hands }),
    }
    delete this.view.choices
    this.#listener({ news: [news], view: this.view, record: this.record, whole: false })
  }

  #record(): RecordDocument {
    const { rules, log } = this.#step.view
    return {
      format: 'ingenious-record/1',
      game: rules.game,
      edition: rules.edition,
      options: {},
      seats: [...this.#names],
      start: 0,
      deal: {},
      log,
      result: null,
    }
  }
}
