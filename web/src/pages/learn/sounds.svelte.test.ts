import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import cards from '../../../generated/lessons/cards-4.json'
import bonus from '../../../generated/lessons/classic-5.json'
import gaps from '../../../generated/lessons/classic-3.json'
import swapping from '../../../generated/lessons/classic-6.json'
import dice from '../../../generated/lessons/dice-2.json'
import solo from '../../../generated/lessons/solo-2.json'
import tiles from '../../../generated/lessons/tiles-2.json'
import { FakeAudioContext, touch, withAudio } from '../../../testing/audio'
import { choose } from '../../app/prefs.svelte'
import { load } from '../../i18n/catalogue.svelte'
import type { StoryEvent } from '../../net/wire'
import type { Lesson, MoveStep } from './lessons'
import { Player } from './player.svelte'
import { playAnswers } from './sounds.svelte'

let heard: () => string[]
let player: Player
let stop = (): void => {}

/** A step of a lesson, with its sounds loaded. */
async function start(lesson: unknown, at: number): Promise<void> {
  player = new Player(lesson as Lesson, at)
  stop = $effect.root(() => playAnswers(player))
  flushSync()
  await import('./cues')
  await Promise.resolve()
  flushSync()
}

/** Make a decision as people write it. */
function decide(key: string): string[] {
  const step = player.step as MoveStep
  const answer = step.answers[key]!
  player.judge({ key, answer, story: answer[0].map((number) => step.events[number] as StoryEvent) })
  flushSync()
  return heard()
}

function guess(number: number): string[] {
  player.guess(number)
  flushSync()
  return heard()
}

beforeEach(async () => {
  localStorage.clear()
  await load('en')
  ;({ heard } = withAudio())
})
afterEach(() => {
  stop()
  choose({ sound: true, volume: 50 })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('in a lesson', () => {
  it.each<[string, unknown, number, string, string[]]>([
    ['a right placement', gaps, 1, 'GB F10-G10', ['place', 'line', 'line']],
    ['a wrong placement', gaps, 1, 'GB C9-C10', ['place']],
    ['“Ingenious!” and a bonus placement', bonus, 0, 'YG G6-F7', ['place', 'line', 'ingenious', 'bonus']],
    ['“Ingenious!” with which the game ends', bonus, 3, 'RP E7-F7', ['place', 'line', 'line', 'ingenious']],
    ['a swap', swapping, 2, 'swap RY RG RP YP GP', ['swap']],
    ['a card that earns a bonus turn', cards, 2, 'play RY', ['card', 'line', 'line', 'ingenious', 'bonus']],
    ['a discarded hand', cards, 0, 'discard RY RG RP YG GP', ['card']],
    ['dice', dice, 0, 'reroll', ['dice']],
    ['a drawn tile', tiles, 3, 'draw', ['place']],
    ['a bust', tiles, 0, 'draw', ['place', 'bust']],
    ['a free score', tiles, 1, 'free G', ['line']],
  ])('%s is heard', async (_, lesson, at, key, sounds) => {
    await start(lesson, at)
    expect(decide(key)).toEqual(sounds)
  })

  it('a right number is heard as what its move scores, a wrong one not at all', async () => {
    await start(gaps, 0)
    expect(guess(7)).toEqual([])
    player.again()
    expect(guess(4)).toEqual(['line', 'line', 'line'])
  })

  it('solo has no bonus placements', async () => {
    await start(solo, 0)
    expect(guess(0)).toEqual(['line', 'line', 'line', 'ingenious'])
  })

  it('what the coach shows is heard', async () => {
    await start(gaps, 1)
    player.show()
    flushSync()
    expect(heard()).toEqual(['place', 'line', 'line'])
  })

  it('what has not begun is cancelled when the tile is taken back', async () => {
    await start(gaps, 1)
    const { cancelled } = FakeAudioContext
    decide('GB F10-G10')
    expect(FakeAudioContext.cancelled).toBe(cancelled)
    player.again()
    flushSync()
    expect(FakeAudioContext.cancelled).toBeGreaterThan(cancelled)
    expect(heard()).toEqual([])
  })

  it('each answer is heard once, also if the volume is changed meanwhile', async () => {
    await start(gaps, 1)
    decide('GB C9-C10')
    choose({ volume: 80 })
    flushSync()
    expect(heard()).toEqual([])
    player.again()
    expect(decide('GB F10-G10')).toEqual(['place', 'line', 'line'])
  })

  it.each([{ sound: false }, { volume: 0 }])('nothing is heard with %o', async (muted) => {
    choose(muted)
    await start(gaps, 1)
    const { made } = FakeAudioContext
    document.dispatchEvent(new Event('click'))
    expect(decide('GB F10-G10')).toEqual([])
    expect(FakeAudioContext.made).toBe(made)
  })

  it('nothing is heard before the first touch', async () => {
    touch(false)
    await start(gaps, 1)
    expect(decide('GB F10-G10')).toEqual([])
    player.again()
    touch(true)
    expect(decide('GB F10-G10')).toEqual(['place', 'line', 'line'])
  })
})
