/** The names under which the answers of a step are listed: decisions as people write them. */

import { type Laid, nameOf, spaceOf } from '../../pieces/geometry'
import { isPlacement } from '../../moves/placement'
import type { Choice } from '../../net/wire'

type Use = NonNullable<Choice['resolve']>[number]

/** Equal dice are interchangeable: a use is named with the first ones that are left. */
function usesOf(uses: readonly Use[], roll: string): string[] {
  const left = [...roll].map((symbol, die) => ({ symbol, die }))
  const take = (die: number): number =>
    left.splice(
      left.findIndex(({ symbol }) => symbol === roll[die]),
      1,
    )[0]?.die ?? die
  return uses.map(({ match, wild = [], as }) => (match === undefined ? `${wild.map(take).join('+')}=${as}` : String(take(match))))
}

/**
 * The names of a decision, the one that is as it was made first; a tile can be named from either half.
 * `roll` are the dice of the seat that decides.
 */
export function keysOf(choice: Choice, roll = ''): string[] {
  if (isPlacement(choice)) {
    const { place, at } = choice
    const [a, b] = at.map(nameOf)
    return [`${place} ${a}-${b}`, `${place[1]}${place[0]} ${b}-${a}`]
  }
  if (choice.swap) return [['swap', ...choice.swap].join(' ')]
  if (choice.discard) return [['discard', ...choice.discard].join(' ')]
  if (choice.play) {
    const { play, first } = choice
    return [`play ${first === play[1] ? `${play[1]}${play[0]}` : play}`]
  }
  if (choice.resolve) return [['use', ...usesOf(choice.resolve, roll)].join(' ')]
  if (choice.free) return [`free ${choice.free}`]
  for (const word of ['keep', 'reroll', 'draw', 'score'] as const) if (choice[word]) return [word]
  return []
}

/** The tile of a decision as people write it: `RG H8-H9`; null if it places none. */
export function laidIn(key: string): Laid | null {
  const found = /^([A-Z]{2}) ([A-O]\d+)-([A-O]\d+)$/.exec(key)
  return found ? { tile: found[1]!, at: [spaceOf(found[2]!), spaceOf(found[3]!)] } : null
}
