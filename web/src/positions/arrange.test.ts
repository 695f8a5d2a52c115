import { describe, expect, it } from 'vitest'
import { COLOURS } from '../pieces/colours'
import type { Uses } from '../net/wire'
import { aim, type Arrangement, begin, first, fits, isWild, pointsOf, read } from './arrange'
import { resplit, splitNow, splitsOf, tap, write } from './arrange'

/** What the server sends about a roll, given the others' dice. */
function usesOf(roll: string, others: string): Uses {
  const count = (die: string): number => [...others].filter((one) => one === die).length
  const equal = [...new Set(roll)].map((die) => [...roll].flatMap((one, k) => (one === die ? [k] : [])))
  return {
    match: [...roll].map(count),
    equal: equal.filter((set) => set.length > 1),
    wild: [0, ...Array.from({ length: roll.length }, (_, k) => k)],
  }
}

/** What matters to the rules: which symbols are used how, in which order. */
const spelled = (groups: Arrangement, roll: string): string =>
  groups.map(({ dice, as }) => `${roll[dice[0] ?? 0]}${dice.length}${as ?? ''}`).join(' ')

/** Every way to use the dice, found without the code under test. */
function ways(left: string): Set<string> {
  if (!left) return new Set([''])
  const found = new Set<string>()
  for (const die of new Set(left)) {
    const count = [...left].filter((one) => one === die).length
    for (let size = 1; size <= count; size += 1) {
      let rest = left
      for (let k = 0; k < size; k += 1) rest = rest.replace(die, '')
      for (const later of ways(rest)) {
        for (const as of size > 1 ? COLOURS : ['']) found.add(`${die}${size}${as} ${later}`.trim())
      }
    }
  }
  return found
}

/** Everything that can be reached by these steps. */
function reached(roll: string, start: Arrangement, steps: (groups: Arrangement) => Arrangement[]): Set<string> {
  const seen = new Map([[spelled(start, roll), start]])
  const queue = [start]
  for (let groups = queue.pop(); groups; groups = queue.pop()) {
    for (const next of steps(groups)) {
      expect(fits(next, roll)).toBe(true)
      const key = spelled(next, roll)
      if (!seen.has(key)) {
        seen.set(key, next)
        queue.push(next)
      }
    }
  }
  return new Set(seen.keys())
}

const pegs = [3, 2, 1, 0, 4, 5]

const ROLLS = ['RR', 'RO', 'RRR', 'RRG', 'RGB', 'RRRR', 'RRRG', 'RRGG', 'RGRB']

describe.each(ROLLS)('of the roll %s every use can be reached', (roll) => {
  const uses = usesOf(roll, 'RRGB')
  const start = begin(roll, uses, pegs)
  const aims = (groups: Arrangement) => groups.flatMap((_, at) => COLOURS.map((colour) => aim(groups, at, colour)))
  const firsts = (groups: Arrangement) => groups.map((_, at) => first(groups, at))

  it('with the splits', () => {
    const splits = (groups: Arrangement) =>
      uses.equal.flatMap((equal) => splitsOf(equal.length).map((split) => resplit(groups, equal, split, 'R')))
    const steps = (groups: Arrangement) => [...splits(groups), ...aims(groups), ...firsts(groups)]
    expect(reached(roll, start, steps)).toEqual(ways(roll))
  })

  it('by tapping dice alone', () => {
    const taps = (groups: Arrangement) => uses.equal.flatMap((equal) => equal.map((die) => tap(groups, die, equal, 'R')))
    expect(reached(roll, start, (groups) => [...taps(groups), ...aims(groups), ...firsts(groups)])).toEqual(ways(roll))
  })
})

it('knows the splits', () => {
  expect(splitsOf(2)).toEqual([[2], [1, 1]])
  expect(splitsOf(4)).toEqual([[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]])
})

describe('what is offered first', () => {
  it('is the split that scores most', () => {
    const many = usesOf('RRR', 'RRRR')
    expect(splitNow(begin('RRR', many, pegs), [0, 1, 2])).toEqual([1, 1, 1])
    const none = usesOf('RRR', 'GGGG')
    expect(splitNow(begin('RRR', none, pegs), [0, 1, 2])).toEqual([3])
  })

  it('gives each wild score to the lowest peg in turn', () => {
    const uses = usesOf('RRGG', 'BBBB')
    expect(begin('RRGG', uses, [2, 2, 0, 0, 2, 2]).map(({ as }) => as)).toEqual(['Y', 'G'])
  })

  it('scores low pegs first and matches without points last', () => {
    const uses = usesOf('BRO', 'RRO')
    expect(spelled(begin('BRO', uses, [3, 1, 0, 0, 0, 0]), 'BRO')).toBe('O1 R1 B1')
  })
})

it('is written in the format of the server, and read back', () => {
  const uses = usesOf('RGR', 'GGG')
  const groups = begin('RGR', uses, pegs)
  expect(write(groups)).toEqual([{ wild: [0, 2], as: 'G' }, { match: 1 }])
  expect(read(write(groups))).toEqual(groups)
  expect(groups.map((group) => pointsOf(group, uses))).toEqual([1, 3])
  expect(groups.map(isWild)).toEqual([true, false])
})

it('keeps the place and the symbol of a set that is split', () => {
  const groups: Arrangement = [
    { dice: [3], as: null },
    { dice: [0, 1, 2], as: 'P' },
  ]
  expect(resplit(groups, [0, 1, 2], [2, 1], 'R')).toEqual([
    { dice: [3], as: null },
    { dice: [0, 1], as: 'P' },
    { dice: [2], as: null },
  ])
})

it('does not fit the roll if a use does not name its dice', () => {
  expect(read([{ match: 1 }, {}])).toEqual([{ dice: [1], as: null }])
  expect(fits(read([{ match: 1 }, {}]), 'RG')).toBe(false)
})
