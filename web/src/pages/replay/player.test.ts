import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Player, press } from './player.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('stepping', () => {
  it('stays within the game', () => {
    const player = new Player(3, 9)
    expect(player.at).toBe(3)
    player.forward()
    expect(player.at).toBe(3)
    player.go(-5)
    expect(player.at).toBe(0)
    player.back()
    expect(player.at).toBe(0)
  })

  it('responds to the keyboard', () => {
    const player = new Player(5)
    expect(press(player, 'ArrowRight')).toBe(true)
    expect(player.at).toBe(1)
    press(player, 'End')
    expect(player.at).toBe(5)
    press(player, 'ArrowLeft')
    expect(player.at).toBe(4)
    press(player, 'Home')
    expect(player.at).toBe(0)
    expect(press(player, 'x')).toBe(false)
  })
})

describe('playing', () => {
  it('advances by itself and stops at the end', () => {
    const player = new Player(2)
    player.play()
    vi.advanceTimersByTime(1600)
    expect([player.at, player.playing]).toEqual([1, true])
    vi.advanceTimersByTime(1600)
    expect([player.at, player.playing]).toEqual([2, false])
  })

  it('restarts when it is at the end', () => {
    const player = new Player(2, 2)
    press(player, ' ')
    expect([player.at, player.playing]).toEqual([0, true])
  })

  it('applies a change of speed at once', () => {
    const player = new Player(9)
    player.play()
    player.hasten(4)
    vi.advanceTimersByTime(1600)
    expect(player.at).toBe(4)
  })

  it('stops when the user chooses a step', () => {
    const player = new Player(9)
    player.play()
    player.forward()
    vi.advanceTimersByTime(9000)
    expect([player.at, player.playing]).toEqual([1, false])
  })
})
