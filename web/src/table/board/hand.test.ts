import { describe, expect, it, vi } from 'vitest'
import { Hand } from './hand.svelte'
import { Placing } from './placing.svelte'
import { groundOf } from '../../../testing/ground'

function holding() {
  const ground = groundOf(3, {})
  const placing = new Placing({
    ground: () => ground,
    places: () => ['RB', 'GG'],
    may: () => true,
    isPossible: () => true,
    lost: () => false,
    confirm: () => true,
    turned: () => [],
    foreseen: () => null,
    stays: () => {},
    send: () => Promise.resolve(true),
  })
  return { placing, hand: new Hand(placing, vi.fn()) }
}

const at = (type: string, x = 0): PointerEvent =>
  new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', button: 0, clientX: x, clientY: 0 })

/** A pointer goes down on a tile of the rack. */
function down(hand: Hand): void {
  const tile = document.createElement('button')
  tile.addEventListener('pointerdown', (event) => hand.fromRack(0, event))
  tile.dispatchEvent(at('pointerdown'))
}

describe('the hand', () => {
  it('has dragged after a drag from the rack, not after a tap', () => {
    const { hand } = holding()
    down(hand)
    dispatchEvent(at('pointermove', 40))
    expect(hand.dragging).toBe(true)
    dispatchEvent(at('pointerup', 40))
    expect(hand.dragged).toBe(true)
    down(hand)
    dispatchEvent(at('pointerup'))
    expect(hand.dragged).toBe(false)
  })

  it('has nothing to give up after a tap', () => {
    const { hand, placing } = holding()
    down(hand)
    dispatchEvent(at('pointerup'))
    placing.pick(0)
    hand.giveUp()
    expect(hand.dragged).toBe(false)
    expect(placing.picked).toBe(0)
  })

  it('leaves the rack alone after a drag that began on the board', () => {
    const { hand, placing } = holding()
    placing.pick(0)
    hand.onBoard(at('pointerdown'))
    dispatchEvent(at('pointermove', 40))
    dispatchEvent(at('pointerup', 40))
    expect(hand.dragged).toBe(false)
  })
})
