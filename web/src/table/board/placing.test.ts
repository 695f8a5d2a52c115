import { describe, expect, it, vi } from 'vitest'
import type { Placement } from '../../moves/placement'
import type { Choice } from '../../net/wire'
import { Decision } from '../decision.svelte'
import { type Outlook, outlookOf, sentTile } from './outlook.svelte'
import { type Around, Placing } from './placing.svelte'
import { groundOf } from '../../../testing/ground'

const PEGS = [0, 0, 0, 0, 0, 0]

interface Changes extends Partial<Omit<Around, 'send'>> {
  send?: (choice: Placement) => Promise<boolean>
}

function placing({ send: answer, ...changes }: Changes = {}) {
  const send = vi.fn(answer ?? ((_: Placement) => Promise.resolve(true)))
  const ground = groundOf(3, { '0,0': 'R' })
  const deliver = (choice: Choice): Promise<boolean> => send(choice as Placement)
  const decision = new Decision({ record: null, lost: false, skip: () => {}, retry: () => {}, deliver })
  const around: Around = {
    ground: () => ground,
    places: () => ['RB', 'GG', null, 'YP', 'RO', 'BP'],
    may: () => !decision.isSent,
    isPossible: () => true,
    lost: () => false,
    confirm: () => false,
    turned: () => [],
    foreseen: () => null,
    stays: () => {},
    send: (choice, from, story) => decision.make(choice, from, story),
    ...changes,
  }
  return { it: new Placing(around), send, sent: () => sentTile(decision.pending, ground, PEGS) }
}

describe('placing', () => {
  it('picks a tile and puts it back when it is picked again', () => {
    const { it: one } = placing()
    one.pick(0)
    expect(one.tile).toBe('RB')
    one.pick(0)
    expect(one.tile).toBeNull()
    one.pick(2)
    expect(one.tile).toBeNull()
  })

  it('remembers an illegal place when the pointer leaves the board', () => {
    const { it: one } = placing()
    one.pick(0)
    one.point([0, 0])
    const { held } = one
    expect(held?.bad).toBe(true)
    one.point(null)
    one.point(null)
    expect(one.held).toBeNull()
    expect(one.refused).toEqual(held)
    expect(one.taken).toBe(true)
    one.point([1, 0])
    expect(one.refused).toBeNull()
    one.point(null)
    expect(one.refused).toBeNull()
    one.point([0, 0])
    one.point(null)
    one.putBack()
    expect(one.refused).toBeNull()
  })

  it('picks nothing while the player may not place', () => {
    const { it: one } = placing({ may: () => false })
    one.pick(0)
    expect(one.picked).toBeNull()
  })

  it('shows where the tile would be placed and what it would score', () => {
    const { it: one } = placing()
    one.pick(0)
    one.point([1, 0])
    expect(one.held).toEqual({
      tile: 'RB',
      at: [
        [1, 0],
        [2, 0],
      ],
      bad: false,
    })
    expect(one.gains).toEqual([1, 0])
    one.point([0, 0])
    expect(one.held?.bad).toBe(true)
    expect(one.rays).toEqual([])
    one.point([9, 9])
    expect(one.held).toBeNull()
  })

  it('rotates by 60° around the half under the pointer', () => {
    const { it: one } = placing()
    one.pick(0)
    one.point([1, 0])
    one.rotate()
    expect(one.held?.at).toEqual([
      [1, 0],
      [1, 1],
    ])
    one.rotate(-1)
    expect(one.held?.at).toEqual([
      [1, 0],
      [2, 0],
    ])
    one.rotate(1, [2, 0])
    expect(one.held?.at).toEqual([
      [2, -1],
      [2, 0],
    ])
    for (let k = 0; k < 6; k++) one.rotate()
    expect(one.held?.at).toEqual([
      [2, -1],
      [2, 0],
    ])
  })

  it('is placed by a second mouse click', async () => {
    const { it: one, send, sent } = placing()
    one.pick(0)
    one.point([1, 0])
    one.choose([1, 0])
    expect(sent()).toMatchObject({
      tile: 'RB',
      at: [
        [1, 0],
        [2, 0],
      ],
      from: 0,
      gains: [1, 0],
    })
    expect(one.picked).toBeNull()
    await vi.waitFor(() => expect(sent()).toBeNull())
    expect(send).toHaveBeenCalledWith({
      place: 'RB',
      at: [
        [1, 0],
        [2, 0],
      ],
    })
  })

  it('waits for the Place button if moves are confirmed, and always on touch screens', async () => {
    const { it: one, send } = placing({ confirm: () => true })
    one.pick(0)
    one.choose([1, 0])
    expect(one.waits).toBe(true)
    one.point([3, 0])
    expect(one.over).toEqual([1, 0])
    expect(send).not.toHaveBeenCalled()
    await one.place()
    expect(send).toHaveBeenCalledOnce()
    const other = placing()
    other.it.pick(0)
    other.it.choose([1, 0], true)
    expect(other.it.waits).toBe(true)
  })

  it('skips rotations that are not allowed', () => {
    const { it: one } = placing()
    one.pick(0)
    one.point([0, 1])
    const ways = Array.from({ length: 5 }, () => {
      one.rotate()
      expect(one.legal).toBe(true)
      return one.turn
    })
    expect(ways).toEqual([1, 2, 3, 5, 0]) // 4 leads to the symbol in the middle
    one.rotate(-1)
    expect(one.turn).toBe(5)
    expect(one.stuck).toBeNull()
  })

  it('says when only one rotation fits, or none, and then rotates anyway', () => {
    const ground = groundOf(2, {}, ([a, b], [c, d]) => a + c === 3 && b === 0 && d === 0) // a single place
    const stays = vi.fn()
    const { it: one } = placing({ ground: () => ground, stays })
    one.pick(0)
    one.point([1, 0])
    one.rotate()
    expect([one.turn, one.stuck]).toEqual([0, 'only'])
    one.rotate()
    expect(stays.mock.calls).toEqual([['only'], ['only']]) // each time
    one.point([-1, 0])
    expect(one.stuck).toBeNull()
    one.rotate()
    expect([one.turn, one.stuck]).toEqual([1, 'none'])
    one.point([2, 0])
    expect([one.turn, one.stuck]).toEqual([3, null])
    one.rotate()
    expect([one.turn, one.stuck]).toEqual([3, 'only'])
  })

  it('rotates by itself to the nearest rotation that fits, and back where the chosen one fits', () => {
    const { it: one } = placing()
    one.pick(0)
    one.point([-1, 0]) // the middle lies to its right
    expect([one.turn, one.legal]).toEqual([1, true])
    one.point([1, 0])
    expect([one.turn, one.legal]).toEqual([0, true])
    one.rotate(-1)
    one.point([0, -3]) // the edge is above it: 4 and 5 do not fit
    expect([one.turn, one.legal]).toEqual([0, true])
    one.rotate() // from here on through the ways that fit, and that is chosen now
    expect([one.turn, one.legal]).toEqual([1, true])
    one.point([1, 0])
    expect(one.turn).toBe(1)
    one.point(null)
    expect(one.turn).toBe(1)
  })

  it('keeps the chosen rotation where none fits', () => {
    const { it: one } = placing()
    one.pick(0)
    one.rotate(-1)
    one.point([0, 0])
    expect([one.turn, one.legal]).toEqual([5, false])
  })

  it('waits for another click if it has just rotated by itself', () => {
    const { it: one, send } = placing()
    one.pick(0)
    one.choose([3, 0])
    expect([one.legal, one.waits]).toEqual([true, true])
    expect(send).not.toHaveBeenCalled()
    one.putBack()
    one.pick(0)
    one.point([3, 0])
    one.choose([3, 0]) // it was seen lying so
    expect(send).toHaveBeenCalledOnce()
  })

  it('knows whether a space is taken, or a half is outside of the board', () => {
    const { it: one } = placing()
    one.pick(0)
    one.point([0, 0])
    expect([one.taken, one.outside]).toEqual([true, false])
    one.point([1, 0])
    expect([one.taken, one.outside]).toEqual([false, false])
    const full = groundOf(3, {}, () => false)
    const { it: other } = placing({ ground: () => full })
    other.pick(0)
    other.point([3, 0])
    expect([other.taken, other.outside]).toEqual([false, true])
  })

  it('rotates freely outside of the board', () => {
    const { it: one } = placing()
    one.pick(0)
    one.rotate(-1)
    expect([one.turn, one.stuck]).toEqual([5, null])
  })

  it('is drawn as previewed until the server answers', async () => {
    const outlook: Outlook = outlookOf([['PegMoved', { seat: 0, symbol: 'R', start: 0, end: 1, lost: 0, why: '', blockers: '' }]], PEGS)
    let answer = (_: boolean): void => {}
    const send = (): Promise<boolean> => new Promise((resolve) => (answer = resolve))
    const { it: one, sent } = placing({ send, foreseen: () => outlook })
    one.pick(0)
    one.point([1, 0])
    const made = one.place()
    expect(sent()).toMatchObject({ from: 0, outlook })
    one.pick(1)
    expect(one.picked).toBeNull() // nothing else can be decided meanwhile
    answer(false)
    expect(await made).toBe(false)
    expect(sent()).toBeNull()
    one.pick(1)
    expect(one.picked).toBe(1)
  })

  it('waits if it is placed too soon after the last one', async () => {
    let isPossible = false
    const { it: one, send, sent } = placing({ isPossible: () => isPossible })
    one.pick(0)
    one.point([1, 0])
    one.choose([1, 0])
    expect([one.waits, sent()]).toEqual([true, null])
    expect(await one.place()).toBe(false)
    expect(one.held?.at).toEqual([
      [1, 0],
      [2, 0],
    ])
    isPossible = true
    expect(await one.place()).toBe(true)
    expect(send).toHaveBeenCalledOnce()
  })

  it('stays where it is while the connection is lost, and is placed when it is back', async () => {
    let lost = true
    const { it: one, send } = placing({ isPossible: () => !lost, lost: () => lost })
    one.pick(0)
    one.point([1, 0])
    one.choose([1, 0])
    expect(await one.place()).toBe(false)
    expect([one.waits, one.held?.at]).toEqual([
      true,
      [
        [1, 0],
        [2, 0],
      ],
    ])
    expect(send).not.toHaveBeenCalled()
    lost = false
    expect(await one.place()).toBe(true)
    expect(send).toHaveBeenCalledOnce()
  })

  it('stays where it is if the connection breaks before the server answers', async () => {
    let lost = false
    const send = (): Promise<boolean> => {
      lost = true
      return Promise.resolve(false)
    }
    const { it: one, sent } = placing({ lost: () => lost, send })
    one.pick(1)
    one.rotate()
    one.point([1, 0])
    const { held } = one
    expect(await one.place()).toBe(false)
    expect([one.picked, one.waits, sent()]).toEqual([1, true, null])
    expect(one.held).toEqual(held)
  })

  it('rotates at a second tap on the waiting tile', () => {
    const { it: one } = placing()
    one.pick(0)
    one.choose([1, 0], true)
    one.choose([1, 0], true)
    expect(one.held?.at).toEqual([
      [1, 0],
      [1, 1],
    ])
    expect(one.waits).toBe(true)
  })

  it('rotates by itself to fit under a finger', () => {
    const { it: one } = placing()
    one.pick(0)
    one.choose([3, 0], true)
    expect(one.legal).toBe(true)
    expect(one.held?.at).toContainEqual([3, 0])
  })

  it('does nothing on a space where it is not allowed', () => {
    const { it: one, send } = placing()
    one.pick(0)
    one.choose([0, 0])
    expect(one.picked).toBe(0)
    expect(send).not.toHaveBeenCalled()
  })

  it('returns to the rack when it is refused', async () => {
    const { it: one, sent } = placing({ send: () => Promise.resolve(false) })
    one.pick(3)
    one.point([1, 0])
    expect(await one.place()).toBe(false)
    expect(sent()).toBeNull()
    expect(one.picked).toBeNull()
  })

  it('asks for the order of the halves only if it matters, and sends the chosen one', async () => {
    const { it: one, send } = placing({
      turned: () => [
        {
          place: 'GG',
          at: [
            [2, 0],
            [1, 0],
          ],
        },
      ],
    })
    one.pick(1)
    one.point([1, 0])
    expect(one.asksOrder).toBe(true)
    one.choose([1, 0])
    expect(one.waits).toBe(true)
    await one.place(true)
    expect(send).toHaveBeenCalledWith({
      place: 'GG',
      at: [
        [2, 0],
        [1, 0],
      ],
    })
    one.pick(1)
    one.point([1, 1])
    expect(one.asksOrder).toBe(false)
  })

  it('holds a suggested tile, even if its halves are named in the other order', () => {
    const { it: one } = placing()
    one.suggest({
      tile: 'BR',
      at: [
        [2, 0],
        [1, 0],
      ],
    })
    expect(one.held).toEqual({
      tile: 'RB',
      at: [
        [1, 0],
        [2, 0],
      ],
      bad: false,
    })
    expect(one.waits).toBe(true)
    one.choose([0, 2])
    expect([one.over, one.waits]).toEqual([[0, 2], true]) // it has not been placed yet
  })

  it('finds the nearest legal placement for the rotation of the tile', () => {
    const { it: one } = placing()
    one.pick(0)
    const near = one.nearest(({ at }) => Math.abs(at[0][0] - 1) + Math.abs(at[0][1]), 3)
    expect(near?.at).toEqual([
      [1, 0],
      [2, 0],
    ])
    expect(one.nearest(() => 9, 3)).toBeNull()
    // Where none is near as it is turned, one that is turned a little.
    const edge = one.nearest(({ at }) => (at.some(([q, r]) => q === 3 && r === 0) ? 0 : 9), 3)
    expect(edge?.at).toEqual([
      [2, 0],
      [3, 0],
    ])
    const left = one.nearest(({ at: [[q, r]] }) => (q === 3 && r === 0 ? 0 : 9), 3)
    expect(left?.at).toEqual([
      [3, 0],
      [2, 1],
    ])
    one.hold(left!)
    expect([one.turn, one.legal]).toEqual([2, true])
    one.point(null)
    expect(one.turn).toBe(0)
  })
})
