import { flushSync } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { withAudio } from '../../../testing/audio'
import type { StoryEvent } from '../../net/wire'
import type { Step } from '../../positions/steps'
import { Player } from './player.svelte'
import { playSteps } from './sounds.svelte'

const rolled: StoryEvent[] = [['Rolled', { seat: 0, dice: 'RRGB', roll: 1 }]]
const out: StoryEvent[] = [['TileDrawn', { seat: 0, symbol: 'R' }]]
const steps = [[], rolled, out, rolled].map((story) => ({ story }) as unknown as Step)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('plays the sounds of a step that is reached from the one before', () => {
  const { heard } = withAudio()
  const player = new Player(3)
  const stop = $effect.root(() => playSteps(steps, player))
  const go = (to: number): string[] => {
    player.go(to)
    flushSync()
    return heard()
  }
  expect([go(1), go(2), go(1), go(3), go(0)]).toEqual([['dice'], ['place'], [], [], []])
  stop()
})
