/** Why the bot suggests a decision, in the words of the page. */

import type { Colour, HintDoc, ReasonPart } from '../net/wire'
import { list, t } from '../i18n/catalogue.svelte'

/** The players' names, and which of them share a side. */
export interface People {
  name: (seat: number) => string
  sides: readonly (readonly number[])[]
}

const named = (colours: string): string => list([...colours].map((colour) => t(`colour.${colour as Colour}`)))

function gain(colour: Colour, points: number, isLowest: boolean): string {
  const text = t('reason.gain', { points, colour: t(`colour.${colour}`) })
  return isLowest ? t('reason.lowest', { gain: text }) : text
}

const gains = (all: readonly [Colour, number][], lowest = ''): string =>
  list(all.map(([colour, points]) => gain(colour, points, lowest.includes(colour))))

/** The reason as a sentence without its full stop. */
export function reasonOf({ entry, said }: HintDoc, people: People): string {
  const parts = said.map((one) => part(one, entry.seat, people)).filter((one) => one !== '')
  const text = parts.join(t('reason.joint'))
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

function part(said: ReasonPart, me: number, people: People): string {
  const [kind, value] = said
  switch (kind) {
    case 'Wins':
      return t('reason.wins')
    case 'Ends':
      return ending(value, me, people)
    case 'Scores':
      return t('reason.scores', { gains: gains(value.gains, value.lowest) })
    case 'ScoresNothing':
      return t('reason.nothing')
    case 'EarnsBonus':
      return t(`reason.bonus.${value.bonus}`, { colours: named(value.colours), n: value.colours.length })
    case 'Pulls':
      return t(`reason.pulls.${value.to}`, { colours: named(value.colours) })
    case 'TakesTokens':
      return t('reason.tokens', { colours: named(value.colours), n: value.colours.length })
    case 'TakesAway':
      return t('reason.away', { gain: gain(value.colour, value.points, false), name: called([value.seat], people) })
    case 'OpensNothing':
      return t('reason.opens', { names: called(value.seats, people) })
    case 'SetsUp':
      return t('reason.sets', { gain: gain(value.colour, value.points, value.is_lowest) })
    case 'LeavesOpen':
      return t('reason.leaves', { gain: gain(value.colour, value.points, true) })
    case 'Loses':
      return losses(value)
    case 'HasNoLowest':
      return t(`reason.exchanges.${value.pieces}`, { colours: named(value.lowest) })
    case 'ExchangesFinished':
      return t('reason.finished', { colours: named(value.colours), k: value.colours.length, n: value.tiles })
    case 'Keeps':
      return value.gains.length
        ? t(`reason.keeps.${value.pieces}`, { gains: gains(value.gains) })
        : t(`reason.draws.${value.pieces}`, { n: value.draws })
    case 'ShowsLowest':
      return t('reason.shows', { colours: named(value.colours), n: value.colours.length })
    case 'Clears':
      return t('reason.clears', { colour: t(`colour.${value.colour}`), name: called([value.seat], people) })
    case 'ScoresWild':
      return t('reason.wild', { colours: named(value.colours) })
    case 'RollsBetter':
      if (value.of === 1) return t(value.rolls ? 'reason.rolls.most' : 'reason.rolls.few')
      return t('reason.rolls', { n: value.rolls, of: value.of })
    case 'RollsLeft':
      return t('reason.left', { n: value.rolls })
    case 'HasNoRisk':
      return t('reason.safe')
    case 'GoesOut':
      if (value.is_sure) return t(value.times ? 'reason.out.surely' : 'reason.out.never')
      if (value.of === 1) return t(value.times ? 'reason.out.mostly' : 'reason.out.hardly')
      return t('reason.out', { n: value.times, of: value.of })
    case 'Risks':
      return t(value.bonus ? 'reason.risks.bonus' : 'reason.risks', { n: value.points })
    case 'HopesFor':
      return t('reason.hopes', { gain: gain(value.colour, value.points, value.is_lowest) })
    case 'GivesUp':
      return t('reason.resigns')
    default:
      return unknown(kind)
  }
}

/** A newer server may send unknown parts; the compiler ensures that all known ones are handled. */
const unknown = (_: never): string => ''

/** Up to this many colours are named; more are only counted. */
const FEW = 2

function losses({ points: n, hole, blockers }: Extract<ReasonPart, ['Loses', unknown]>[1]): string {
  if (!blockers) return t('reason.loses', { n, hole })
  if (blockers.length > FEW) return t('reason.loses.many', { n, k: blockers.length })
  return t('reason.loses.low', { n, colours: named(blockers) })
}

/** All seats on the sides of these seats. */
function belonging(seats: readonly number[], { sides }: People): number[] {
  return sides.filter((side) => side.some((seat) => seats.includes(seat))).flat()
}

/** The same as a list of names. */
function called(seats: readonly number[], people: People): string {
  return list(belonging(seats, people).map(people.name))
}

function ending({ ending: how, winners }: Extract<ReasonPart, ['Ends', unknown]>[1], me: number, people: People): string {
  const ends = t(how === 'stalled' ? 'reason.stalled' : 'reason.full')
  if (people.sides.length < 2) return ends
  const mine = people.sides.find((side) => side.includes(me)) ?? []
  const others = winners.filter((seat) => !mine.includes(seat))
  const who = !winners.includes(me)
    ? t('reason.lose', { names: called(others, people), n: belonging(others, people).length })
    : t(others.length ? 'reason.share' : 'reason.win')
  return `${ends}, ${who}`
}
