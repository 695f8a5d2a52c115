import { beforeEach, describe, expect, it } from 'vitest'
import compiled from '../../../generated/lessons/classic-3.json'
import swapping from '../../../generated/lessons/classic-6.json'
import { progress } from '../../app/progress.svelte'
import { load } from '../../i18n/catalogue.svelte'
import { Refusal } from '../../net/http'
import type { Choice, StoryEvent } from '../../net/wire'
import { TableState } from '../../table/state.svelte'
import { type Judged, LessonConnection } from './connection.svelte'
import { keysOf } from './keys'
import type { Lesson } from './lessons'
import { Player } from './player.svelte'
import { calledIn, sumOf, titleOf, whyText } from './sentences'

const WHOLE = compiled as unknown as Lesson
// Its first four steps, so that one can be added behind them.
const LESSON: Lesson = { ...WHOLE, steps: WHOLE.steps.slice(0, 4) }
const SWAPPING = swapping as unknown as Lesson
const RIGHT: Choice = { place: 'GB', at: [[2, -2], [2, -1]] } // prettier-ignore
const WRONG: Choice = { place: 'GB', at: [[1, -1], [1, 0]] } // prettier-ignore

let judged: Judged[]
let connection: LessonConnection

/** The table of a step of the lesson. */
async function table(at: number, lesson = LESSON): Promise<TableState> {
  judged = []
  const state = new TableState('', '', (listener) => {
    connection = new LessonConnection(lesson, at, ['Ada', 'Ben'], listener, (one) => judged.push(one))
    return connection
  })
  await Promise.resolve()
  return state
}

beforeEach(async () => {
  localStorage.clear()
  progress.reread()
  await load('en')
})

describe('the connection of a lesson', () => {
  it('shows the position of a step, with only the tiles that are offered', async () => {
    const here = await table(1)
    expect(here.acting).toBe(true)
    expect(here.view?.racks?.[0]).toEqual(['GB'])
    expect(here.view?.shared.rules.held).toBe(1)
    expect(here.record?.log).toHaveLength(8)
  })

  it('accepts no decision where a question is asked', async () => {
    const here = await table(0)
    expect(here.acting).toBe(false)
  })

  it('previews a decision, named from either half', async () => {
    const here = await table(1)
    const story = await here.preview(RIGHT)
    expect(story?.map(([kind]) => kind)).toEqual(['Counted', 'PegMoved', 'Counted'])
    const turned: Choice = { place: 'BG', at: [RIGHT.at![1], RIGHT.at![0]] }
    expect(await here.preview(turned)).toEqual(story)
  })

  it('says by which rule a decision is refused', async () => {
    const here = await table(1)
    const taken: Choice = { place: 'GB', at: [[1, -2], [2, -2]] } // prettier-ignore
    await expect(here.preview(taken)).rejects.toMatchObject({ rule: 'B6' })
    await expect(here.live.ask({ do: 'hint', seat: 0 })).rejects.toBeInstanceOf(Refusal)
  })

  it('keeps a decision on trial until it is taken back or accepted', async () => {
    const here = await table(1)
    const made = here.decision.make(WRONG, 0)
    await Promise.resolve()
    expect(judged[0]?.answer).toHaveLength(2)
    expect(here.decision.pending?.choice).toEqual(WRONG)
    connection.again()
    expect(await made).toBe(false)
    expect(here.decision.pending).toBeNull()
    const again = here.decision.make(RIGHT, 0)
    await Promise.resolve()
    expect(judged[1]?.answer).toHaveLength(1)
    connection.accept()
    expect(await again).toBe(true)
  })
})

describe('a player', () => {
  it('goes from step to step and keeps where they are', () => {
    const player = new Player(LESSON, 0)
    player.guess(4)
    expect(player.outcome).toMatchObject({ isRight: true, title: '1 + 2 + 1 = 4 orange' })
    expect(player.next()).toBe(true)
    expect(player).toMatchObject({ at: 1, outcome: null })
    expect(progress.stepOf('classic', 3)).toBe(1)
    expect(progress.isDone('classic', 3)).toBe(false)
    player.goTo(3)
    player.guess(5)
    expect(progress.isDone('classic', 3)).toBe(true)
    expect(progress.last).toEqual({ course: 'classic', lesson: 4 })
    expect(player.next()).toBe(false)
  })

  it('is offered the answer after the second wrong one', () => {
    const player = new Player(LESSON, 0)
    player.guess(7)
    expect(player.outcome).toMatchObject({ isRight: false, title: '7? Not quite', rule: 'B8' })
    expect(player.offers).toBe(false)
    player.again()
    player.guess(0)
    expect(player.offers).toBe(true)
    player.show()
    expect(player.outcome).toMatchObject({ isRight: true, isShown: true })
    expect(player.task.counted).toHaveLength(1)
  })

  it('sees why the answer was not right, on the board too', async () => {
    await table(1)
    const player = new Player(LESSON, 1)
    player.judge(connection.find(WRONG)!)
    expect(player.title).toBe('1 green, you need 4')
    expect(player.text).toBe('To the upper right, there is a gap, so the green line stops there. The 3 symbols behind it do not count.')
    expect(player.task.note).toMatchObject({ gaps: [[2, -2]], crosses: [[3, -3], [4, -4], [5, -5]] }) // prettier-ignore
  })

  it('gets a hint in three parts: the line, the spaces, the tile', () => {
    const player = new Player(LESSON, 1)
    expect(player.task.note.lights).toBeUndefined()
    player.hint()
    expect(player.text).toBe(LESSON.steps[1]?.hint.en)
    expect(player.task.note.lights).toHaveLength(4)
    player.hint()
    expect(player.task.note.spaces).toHaveLength(2)
    player.hint()
    expect(player.task.ghost?.tile).toBe('GB')
  })

  it('sees the rack after a swap, and the one that was kept', async () => {
    await table(2, SWAPPING)
    const player = new Player(SWAPPING, 2)
    const swap = SWAPPING.steps[2]!.view.choices!.decisions!.find((one) => one.swap) as Choice
    player.judge(connection.find(swap)!)
    expect(player.outcome?.isRight).toBe(true)
    expect(player.rack?.filter((tile) => tile.includes('O'))).toHaveLength(2)
    player.judge(connection.find({ keep: true })!)
    expect(player.rack).toHaveLength(6)
    player.show()
    expect(player.rack).toHaveLength(6)
  })

  it('explains why a wrong choice is wrong', () => {
    const player = new Player(SWAPPING, 0)
    player.choose(1)
    expect(player.outcome?.text).toBe('Look again: orange is your lowest colour, and none of the five tiles shows it.')
    player.more()
    player.choose(0)
    expect(player.outcome?.isRight).toBe(true)
  })
})

it('names decisions as people write them', () => {
  expect(keysOf({ place: 'RG', at: [[0, 0], [1, 0]] })).toEqual(['RG H8-H9', 'GR H9-H8']) // prettier-ignore
  expect(keysOf({ swap: ['RG', 'YB'] })).toEqual(['swap RG YB'])
  expect(keysOf({ discard: ['RG'] })).toEqual(['discard RG'])
  expect(keysOf({ play: 'RG', first: 'G' })).toEqual(['play GR'])
  expect(keysOf({ resolve: [{ match: 0 }, { wild: [1, 2], as: 'Y' }] })).toEqual(['use 0 1+2=Y'])
  expect(keysOf({ free: 'R' })).toEqual(['free R'])
  expect(keysOf({ draw: true })).toEqual(['draw'])
})

it('makes sentences from what was compiled', () => {
  expect(titleOf(['more', { n: 2, want: 4 }])).toBe('2 points: there is more to get')
  expect(whyText([['lowest', { colours: 'OB', n: 3 }]])).toBe('Your lowest is still orange and blue on 3. Only that counts in the end.')
  expect(whyText([['rule', { rule: 'F2', stop: 4 }]])).toContain('from 3 to 4')
  const call: StoryEvent = ['CalledIngenious', { seat: 0, symbol: 'G', why: 'B11' }]
  const moved: StoryEvent = ['PegMoved', { seat: 0, symbol: 'G', start: 15, end: 18, lost: 0, why: '', blockers: '' }]
  expect(calledIn([moved, call])).toBe('Ingenious! Green is on 18')
  expect(calledIn([moved])).toBe('')
  expect(sumOf([['Matched', { seat: 0, symbol: 'R', by: [[0, 0], [1, 0]] }]])).toBe('2 red') // prettier-ignore
})
