import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '../../net/http'
import type { AdviceDoc, AskCoach, HintDoc } from '../../net/wire'
import { checked, Coach, MAX_GAMES, MAX_WAIT_MS } from './coach.svelte'

const advice = (topic: AdviceDoc['topic'], after: boolean): AdviceDoc => ({
  topic,
  about: topic,
  after,
  again: false,
  colours: ['R'],
  high: null,
  points: 0,
  seat: null,
  times: 0,
  of: 0,
  pieces: [],
  scored: after ? 3 : null,
  better: null,
})

let answers: (AdviceDoc | null)[] = []
let asked: AskCoach[] = []
let left = 5
let log: object[] = []
let ask: (message: AskCoach) => Promise<unknown>

type Place = ConstructorParameters<typeof Coach>[0]

const table = (id?: string, coached?: boolean): Coach => new Coach(place(id, coached))

function place(id = 't1', coached = true): Place {
  const here = {
    live: { id, ask: (message: AskCoach) => ask(message) },
    settings: { coached },
    view: { shared: { phase: 'playing', match: null } },
    looks: 0,
    yours: [0],
    acting: true,
    get record() {
      return { log }
    },
    hints: [],
    lost: false,
  }
  return here as unknown as Place
}

beforeEach(() => {
  localStorage.clear()
  answers = []
  asked = []
  left = 5
  log = []
  ask = (message) => {
    asked.push(message)
    const said = answers.shift() ?? null
    return Promise.resolve({ type: 'coach', advice: said, left })
  }
})
afterEach(() => vi.useRealTimers())

it('asks once for each decision, and remembers what was said', async () => {
  answers = [advice('lowest', false)]
  const coach = table()
  await coach.look()
  await coach.look()
  expect(asked).toHaveLength(1)
  expect(coach.advice?.topic).toBe('lowest')
  log = [{}]
  await coach.look()
  expect(coach.advice).toBeNull()
  expect(asked[1]?.said).toEqual(['lowest'])
  log = []
  const reloaded = table()
  await reloaded.look()
  expect(reloaded.advice?.topic).toBe('lowest')
  reloaded.later()
  log = [{}]
  await reloaded.look()
  expect(asked[2]?.said).toEqual(['lowest'])
  await table('t2').look()
  expect(asked[3]?.said).toEqual([])
})

it('remembers what was said in each of several games, played in turn', async () => {
  const [first, second] = [table('t1'), table('t2')]
  answers = [advice('lowest', false), advice('swap', false)]
  await first.look()
  await second.look()
  log = [{}]
  answers = [advice('bonus', false), advice('line', false)]
  await first.look()
  await second.look()
  log = [{}, {}]
  await table('t1').look()
  await table('t2').look()
  expect(asked.slice(4).map(({ said }) => said)).toEqual([
    ['lowest', 'bonus'],
    ['swap', 'line'],
  ])
})

it('forgets all but the last games', async () => {
  const play = async (game: number): Promise<void> => {
    const coach = table(`t${game}`)
    await coach.look()
    coach.greet()
    coach.end()
  }
  for (let game = 0; game <= MAX_GAMES; game++) await play(game)
  const greets = async (game: number): Promise<boolean> => {
    const coach = table(`t${game}`)
    await coach.look()
    return coach.greets
  }
  expect([await greets(0), await greets(1), await greets(MAX_GAMES)]).toEqual([true, false, false])
})

it('reads what an earlier version kept of one game', async () => {
  localStorage.setItem('ingenious.coach', JSON.stringify({ game: 't1 0', said: ['lowest'], greeted: true }))
  await table().look()
  expect(asked[0]?.said).toEqual(['lowest'])
})

it('says once what the coach does, until the first decision', async () => {
  const coach = table()
  await coach.look()
  expect(coach.greets).toBe(true)
  await coach.allows({ reroll: true })
  expect(coach.greets).toBe(false)
  const reloaded = table()
  await reloaded.look()
  expect(reloaded.greets).toBe(false)
  const silent = table('t2')
  await silent.look()
  silent.silence(true)
  expect(silent.greets).toBe(false)
})

it('lets a good decision pass, and a poor one wait for the answer', async () => {
  const coach = table()
  expect(await coach.allows({ reroll: true })).toBe(true)
  for (const goesOn of [true, false]) {
    answers = [advice(goesOn ? 'roll' : 'points', true)]
    const allowed = coach.allows({ reroll: true })
    await vi.waitFor(() => expect(coach.holds).toBe(true))
    expect(coach.advice?.after).toBe(true)
    if (goesOn) coach.playOn()
    else coach.takeBack()
    expect(await allowed).toBe(goesOn)
    expect(coach.holds).toBe(false)
    expect(coach.advice).toBeNull()
  }
})

it('says nothing twice if two answers come at once', async () => {
  answers = [advice('roll', false), advice('roll', true)]
  const coach = table()
  const looked = coach.look()
  expect(await coach.allows({ reroll: true })).toBe(true)
  await looked
  expect(asked.map(({ said }) => said)).toEqual([[], []])
})

it('never blocks a decision', async () => {
  const coach = table()
  ask = () => Promise.reject(new Refusal(503, { code: 'busy', error: 'busy' }))
  expect(await coach.allows({ reroll: true })).toBe(true)
  vi.useFakeTimers()
  ask = () => new Promise(() => {})
  const allowed = coach.allows({ reroll: true })
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
  expect(await allowed).toBe(true)
})

it('asks again while the bot is not ready', async () => {
  vi.useFakeTimers()
  const coach = table()
  const answer = ask
  ask = () => Promise.reject(new Refusal(503, { code: 'busy', error: 'busy' }))
  await coach.look()
  ask = answer
  answers = [advice('lowest', false)]
  await vi.advanceTimersByTimeAsync(2000)
  expect(coach.advice?.topic).toBe('lowest')
})

it('is silent when silenced, and when nothing is left to say', async () => {
  answers = [advice('roll', true)]
  const coach = table()
  const allowed = coach.allows({ reroll: true })
  await vi.waitFor(() => expect(coach.holds).toBe(true))
  coach.silence(true)
  expect(await allowed).toBe(true)
  log = [{}]
  await coach.look()
  expect(await table().allows({ reroll: true })).toBe(true)
  expect(asked).toHaveLength(1)
  coach.silence(false)
  left = 0
  await coach.look()
  expect(asked).toHaveLength(2)
  await coach.allows({ reroll: true })
  expect(asked).toHaveLength(2)
})

it('says why while it shows where, and takes the hint away with its words', async () => {
  const better = { entry: { seat: 0, reroll: true }, said: [], measure: 'chance', value: 0.5 } as unknown as HintDoc
  answers = [{ ...advice('roll', false), better }]
  const here = place()
  const coach = new Coach(here)
  await coach.look()
  expect(coach.shows).toBe(false)
  coach.show()
  expect(coach.shows).toBe(true)
  expect(here.hints).toMatchObject([{ measure: null, value: null }])
  coach.later()
  expect([coach.advice, here.hints]).toEqual([null, []])
})

it('does nothing at other tables', async () => {
  const coach = table('t1', false)
  await coach.look()
  expect(await coach.allows({ reroll: true })).toBe(true)
  expect(asked).toEqual([])
})

it.each(['3', 'null', '[null, 3]', '{'])('ignores %s, which something else stored', async (stored) => {
  localStorage.setItem('ingenious.coach', stored)
  const coach = table()
  await coach.look()
  coach.greet()
  expect(asked[0]?.said).toEqual([])
  expect(coach.greets).toBe(false)
})

it('ignores what it cannot use of what is stored', () => {
  expect(checked(3, 'a')).toEqual({ game: 'a', said: [], left: null, silent: false, greeted: false, last: null })
  expect(checked({ game: 'a', said: ['x', 1], left: '5', silent: 1 }, 'a')).toEqual({
    game: 'a',
    said: ['x'],
    left: null,
    silent: false,
    greeted: false,
    last: null,
  })
})
