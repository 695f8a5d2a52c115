/** How large dice are drawn, and the choices below the player's own. */

import { type Arrangement, isWild, splitsOf } from './arrange'

export interface Fit {
  size: number // of a die
  tight: boolean // small buttons with short texts
  note: boolean // there is room to explain the choices
  captions: boolean // there is room to name what is chosen; large buttons always have captions
  splits: boolean // there is room for buttons that choose a split; a tap on a die does the same
  words: boolean // there is room for the word that scores a group first; a tap on its number does the same
}

interface Room {
  width: number
  height: number
}

/** A set of equal dice: their number, and how many wild scores use them. */
interface Equal {
  wilds: number
  count: number
}

/** What a form of the choices needs. */
interface Form {
  wild: number // the width of six symbols
  split: (count: number) => number
  row: number
  gap: number // between two choices side by side
  below: number // the height of what stands below the dice
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const words = (split: readonly number[], first: number, letter: number, around: number): number =>
  split.length === 1 ? first : Math.max(44, around + letter * (2 * split.length - 1))

const LARGE: Form = {
  wild: 320,
  split: (count) => 8 + sum(splitsOf(count).map((split) => words(split, 124, 8, 28))),
  row: 90,
  gap: 32,
  below: 108,
}
const TIGHT: Form = {
  wild: 302,
  split: (count) => 44 + sum(splitsOf(count).map((split) => words(split, 44, 9, 12))),
  row: 50,
  gap: 16,
  below: 80,
}
/** A button that scores a group first. */
const FIRST = 54
/** The same as a word below a number, in a button that is there anyway. */
const WORD = 23
const MIN_DIE_WITH_WORD = 40
/** The explanation of the choices, and the smallest dice that make room for it. */
const NOTE = 60
const MIN_DIE_WITH_NOTE = 48
/** A line of text above small buttons; dice that make room for it are no smaller than a finger. */
const CAPTION = 20
const FINGER = 44
/** Instead of smaller dice, the buttons are small. */
const MIN_DIE_WITH_LARGE_BUTTONS = 60
const MAX_DIE = 124

/** How many rows items of these widths fill, in their order. */
function rowsOf(widths: readonly number[], width: number, gap: number): number {
  let rows = 0
  let left = 0
  for (const one of widths) {
    if (rows === 0 || one + gap > left) {
      rows += 1
      left = width - one
    } else left -= one + gap
  }
  return rows
}

/** Each set of equal dice begins a row: first where its wild points go, then how it is split. */
function needs(form: Form, sets: readonly Equal[], width: number, splits: boolean): number {
  const rows = sets.map(({ wilds, count }) => {
    const widths = Array.from({ length: wilds }, () => form.wild)
    return rowsOf(splits ? [...widths, form.split(count)] : widths, width, form.gap)
  })
  return form.below + form.row * sum(rows)
}

/** The most common roll: two equal dice, and a group that can be scored first. */
function usual(dice: number): Arrangement {
  const others = Array.from({ length: Math.max(0, dice - 2) }, (_, k) => ({ dice: [k + 2], as: null }))
  return [{ dice: [0, 1], as: 'R' }, ...others]
}

/** The dice keep the size of the most common roll, unless the choices need more room. */
export function fitStable(room: Room, groups: Arrangement, equal: readonly (readonly number[])[], orders: boolean): Fit {
  const found = fitTo(room, groups, equal, orders)
  const most = fitTo(room, usual(sum(groups.map((group) => group.dice.length))), [[0, 1]], true)
  return most.tight === found.tight ? { ...found, size: Math.min(found.size, most.size) } : found
}

function fitTo(room: Room, groups: Arrangement, equal: readonly (readonly number[])[], orders: boolean): Fit {
  const dice = sum(groups.map((group) => group.dice.length))
  const sets = equal.map((set) => ({
    wilds: groups.filter((group) => isWild(group) && set.includes(group.dice[0] ?? -1)).length,
    count: set.length,
  }))
  const widest = Math.min(MAX_DIE, room.width / (1.3 * dice))
  const large = room.height - needs(LARGE, sets, room.width, true) - (orders ? FIRST : 0)
  const note = (left: number, least: number): boolean => sets.length > 0 && left - NOTE >= Math.min(least, widest)
  const sized = (left: number, noted: boolean): number => Math.min(widest, noted ? left - NOTE : left)
  if (Math.min(large, widest) >= MIN_DIE_WITH_LARGE_BUTTONS) {
    const noted = note(large, MIN_DIE_WITH_LARGE_BUTTONS)
    return { size: sized(large, noted), tight: false, note: noted, captions: true, splits: true, words: false }
  }
  const all = room.height - needs(TIGHT, sets, room.width, true)
  const splits = all >= FINGER
  const found = splits ? all : room.height - needs(TIGHT, sets, room.width, false)
  const words = orders && found - WORD >= MIN_DIE_WITH_WORD
  const wanted = words ? found - WORD : found
  const noted = note(wanted, MIN_DIE_WITH_NOTE)
  const below = wanted - (noted ? NOTE : 0) - CAPTION
  const captions = sets.some(({ wilds }) => wilds > 0) && below >= Math.min(noted ? MIN_DIE_WITH_NOTE : FINGER, widest)
  const size = captions ? Math.min(widest, below) : sized(wanted, noted)
  return { size: Math.max(36, size), tight: true, note: noted, captions, splits, words }
}

/** The width of a die with its gap. */
const PITCH = 1.24

/** The size of the others' dice in their zone, of which their names need a part. */
export function othersDice({ width, height }: Room, dice: number, players: number, isPhone: boolean): number {
  const isOne = players === 1 // then the name stands beside the dice
  const above = isPhone ? (isOne ? 18 : 40) : isOne ? 48 : 90
  const aside = isPhone ? (isOne ? 100 : 16) : isOne ? 200 : 24
  return Math.max(26, Math.min(92, height - above, (width / players - aside) / (PITCH * dice)))
}

/**
 * The same for the player's own dice, and whether the name stands beside them. It stands above only if the dice are as large
 * there as the width allows: so they never grow when there is less height.
 */
export function ownDice({ width, height }: Room, dice: number, players: number, isPhone: boolean): { size: number; beside: boolean } {
  const most = Math.min(112, (width - (isPhone ? 110 : 220)) / (PITCH * dice))
  const beside = !isPhone || players === 1 || height - 100 < most
  return { size: Math.max(30, beside ? Math.min(most, height - (isPhone ? 24 : 48)) : most), beside }
}
