import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogEntry } from '../../net/wire'
import { keep, kept, movesOf } from './order'

beforeEach(() => sessionStorage.clear())

describe('the order of a rack', () => {
  const rack = ['RB', 'GG', 'OY', 'GG']
  const places = ['GG', null, 'OY', 'RB', 'GG', null]

  it('survives a reload of the page', () => {
    keep('t', 0, 3, places, rack)
    expect(kept('t', 0, 3, rack)).toEqual(places)
  })

  it('does not reveal the tiles', () => {
    keep('t', 0, 3, places, rack)
    const all = Object.values({ ...sessionStorage }).join()
    for (const tile of rack) expect(all).not.toContain(tile)
  })

  it('belongs to one seat at one table', () => {
    keep('t', 0, 3, places, rack)
    expect(kept('t', 1, 3, rack)).toEqual([])
    expect(kept('u', 0, 3, rack)).toEqual([])
  })

  it('is forgotten when the rack may have changed', () => {
    keep('t', 0, 3, places, rack)
    expect(kept('t', 0, 4, rack)).toEqual([])
    expect(kept('t', 0, 3, rack.slice(1))).toEqual([])
    expect(kept('t', 0, 3, [...rack, 'PP'])).toEqual([])
  })

  it('ignores stored values that do not fit', () => {
    for (const wrong of ['', 'no', 'null', '7', '{"moves": 3}', '{"moves": 3, "order": [0, 0, 1, 2]}', '{"moves":3,"order":"0123"}']) {
      sessionStorage.setItem('ingenious-rack t 0', wrong)
      expect(kept('t', 0, 3, rack)).toEqual([])
    }
  })

  it('tolerates full storage', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full')
    })
    expect(() => keep('t', 0, 3, places, rack)).not.toThrow()
    full.mockRestore()
  })
})

it('counts what may have changed a rack', () => {
  const log = [
    {
      seat: 0,
      place: 'RB',
      at: [
        [0, 0],
        [1, 0],
      ],
    },
    { seat: 0, draw: ['GG'] },
    {
      seat: 1,
      place: 'RR',
      at: [
        [0, 1],
        [1, 1],
      ],
    },
  ] as LogEntry[]
  expect([movesOf(log, 0), movesOf(log, 1), movesOf(log, 2)]).toEqual([2, 1, 0])
})
