/** How the dice of a roll are used: in which groups, in which order, and where wild points go. */

import { COLOURS } from '../pieces/colours'
import type { Colour, DieUseDoc, Uses } from '../net/wire'

/** Dice that are used together. One die is a match; several equal ones are a wild score. */
export interface Group {
  dice: number[]
  as: Colour | null // where the points of a wild score go
}

/** In the order of scoring. */
export type Arrangement = Group[]

export const isWild = (group: Group): boolean => group.dice.length > 1

/** The points that a group brings, before any peg is held up. */
export function pointsOf(group: Group, uses: Uses): number {
  return isWild(group) ? (uses.wild[group.dice.length] ?? 0) : (uses.match[group.dice[0] ?? -1] ?? 0)
}

/** The ways to split so many equal dice: [3], [2, 1], [1, 1, 1]. */
export function splitsOf(count: number, largest = count): number[][] {
  if (count === 0) return [[]]
  const found: number[][] = []
  for (let size = Math.min(count, largest); size > 0; size -= 1) {
    for (const rest of splitsOf(count - size, size)) found.push([size, ...rest])
  }
  return found
}

/** How a set of equal dice is split now, the largest part first. */
export function splitNow(groups: Arrangement, equal: readonly number[]): number[] {
  return groups
    .filter((group) => equal.includes(group.dice[0] ?? -1))
    .map((group) => group.dice.length)
    .sort((a, b) => b - a)
}

/** The lowest peg; wild points do most there. */
export function lowestColour(pegs: readonly number[]): Colour {
  return COLOURS[pegs.indexOf(Math.min(...pegs))] ?? 'R'
}

function best(equal: readonly number[], uses: Uses): number[] {
  const each = uses.match[equal[0] ?? -1] ?? 0
  const worth = (split: number[]): number => split.reduce((sum, size) => sum + (size > 1 ? (uses.wild[size] ?? 0) : each), 0)
  return splitsOf(equal.length).reduce((found, split) => (worth(split) > worth(found) ? split : found))
}

function parts(equal: readonly number[], split: readonly number[]): number[][] {
  let at = 0
  return split.map((size) => equal.slice(at, (at += size)))
}

/** Every die by itself, in the order of the roll. */
export const single = (roll: string): Arrangement => [...roll].map((_, die) => ({ dice: [die], as: null }))

/**
 * What to begin with: the split that brings most, wild points in the lowest pegs, and low pegs
 * first, for they are what holds the others up.
 */
export function begin(roll: string, uses: Uses, pegs: readonly number[]): Arrangement {
  const single = [...roll].map((_, die) => die).filter((die) => !uses.equal.some((equal) => equal.includes(die)))
  const groups: Group[] = [...uses.equal.flatMap((equal) => parts(equal, best(equal, uses))), ...single.map((die) => [die])].map(
    (dice) => ({ dice, as: null }),
  )
  const then = [...pegs]
  for (const group of groups) {
    const colour = isWild(group) ? lowestColour(then) : (roll[group.dice[0] ?? 0] as Colour)
    if (isWild(group)) group.as = colour
    const at = COLOURS.indexOf(colour)
    then[at] = (then[at] ?? 0) + pointsOf(group, uses)
  }
  const height = (group: Group): number => {
    const colour = group.as ?? (roll[group.dice[0] ?? 0] as Colour)
    // A match without points scores nothing, so it comes last.
    return pointsOf(group, uses) ? (pegs[COLOURS.indexOf(colour)] ?? 0) : 100
  }
  return groups.sort((a, b) => height(a) - height(b))
}

/** A set of equal dice split otherwise; its groups stay where the first of them was. */
export function resplit(groups: Arrangement, equal: readonly number[], split: readonly number[], as: Colour): Arrangement {
  const belongs = (group: Group): boolean => equal.includes(group.dice[0] ?? -1)
  const chosen = groups.filter((group) => belongs(group) && group.as).map((group) => group.as as Colour)
  const fresh = parts(equal, split).map((dice) => ({ dice, as: dice.length > 1 ? (chosen.shift() ?? as) : null }))
  const at = groups.findIndex(belongs)
  const others = groups.filter((group) => !belongs(group))
  const before = groups.slice(0, at).filter((group) => !belongs(group)).length
  return [...others.slice(0, before), ...fresh, ...others.slice(before)]
}

/** A die was tapped: out of a set it becomes a match, as a match it joins the equal ones. */
export function tap(groups: Arrangement, die: number, equal: readonly number[], as: Colour): Arrangement {
  const now = splitNow(groups, equal)
  const own = groups.find((group) => group.dice.includes(die))
  if (!own || now.length === 0 || equal.length < 2) return groups
  const sizes = [...now]
  const without = (size: number): void => {
    sizes.splice(sizes.indexOf(size), 1)
  }
  const pairs = sizes.filter((size) => size === 2).length
  const matches = sizes.filter((size) => size === 1).length
  if (isWild(own)) {
    without(own.dice.length)
    if (own.dice.length === 2 && pairs > 1) {
      without(2) // from one pair to the other
      sizes.push(3, 1)
    } else sizes.push(...(own.dice.length === 2 ? [1, 1] : [own.dice.length - 1, 1]))
  } else {
    without(1)
    const joined = matches > 1 ? 1 : (sizes[0] ?? 1) // another match, else the set
    without(joined)
    sizes.push(joined + 1)
  }
  return resplit(
    groups,
    equal,
    sizes.sort((a, b) => b - a),
    as,
  )
}

/** Whether it could change anything to score this group before all others. */
export function canLead(groups: Arrangement, at: number, roll: string, uses: Uses): boolean {
  const target = ({ as, dice }: Group): Colour => as ?? (roll[dice[0] ?? 0] as Colour)
  const here = groups[at]
  return !!here && pointsOf(here, uses) > 0 && groups.slice(0, at).some((group) => target(group) !== target(here))
}

/** A group is scored before all others. */
export function first(groups: Arrangement, at: number): Arrangement {
  const group = groups[at]
  return group ? [group, ...groups.slice(0, at), ...groups.slice(at + 1)] : groups
}

/** The points of a wild score go to another symbol. */
export function aim(groups: Arrangement, at: number, as: Colour): Arrangement {
  return groups.map((group, k) => (k === at && isWild(group) ? { ...group, as } : group))
}

export function write(groups: Arrangement): DieUseDoc[] {
  return groups.map((group) => (group.as && isWild(group) ? { wild: [...group.dice], as: group.as } : { match: group.dice[0] ?? 0 }))
}

/** A use that does not name its dice is left out; what is left does not fit the roll. */
export function read(uses: readonly DieUseDoc[]): Arrangement {
  return uses.flatMap(({ wild, as, match }) => {
    if (wild) return [{ dice: [...wild], as: as ?? null }]
    return match === undefined ? [] : [{ dice: [match], as: null }]
  })
}

/** Whether all dice of the roll are in it once, so that it belongs to this roll. */
export function fits(groups: Arrangement, roll: string): boolean {
  const used = groups.flatMap((group) => group.dice).sort((a, b) => a - b)
  return used.length === roll.length && used.every((die, k) => die === k)
}
