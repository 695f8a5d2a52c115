/** What decided a game, as the table explains it to the viewer: in words, and in what is drawn. */

import { COLOURS } from '../../pieces/colours'
import { measured } from '../../app/best'
import { screen } from '../../ui/screen.svelte'
import { strong } from '../../i18n/sentences'
import { list, t } from '../../i18n/catalogue.svelte'
import type { Colour, Difference, MatchTally, ResultDoc, Verdict, VerdictSide, View } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { headline, matchReason, type Place, placesInMatch, placesOf, reasonOf } from './results'
import { names } from './who'

/** How it looks: `open` where points did not decide, `level` where there is no winner or no opponent. */
export type Look = 'win' | 'loss' | 'level' | 'open'

export interface Ending {
  look: Look
  title: string
  lines: string[] // what decided; each may stand in a line of its own
  notes: string[] // what else is worth a word
  ring: { colours: readonly Colour[]; value: number | null } | null // the lowest colour first; no value after a resignation
}

/** What a score board shows of it. */
export interface Mark {
  rank: number | null // of its side; null where there is only one
  framed: Colour[]
  dimmed: boolean // all others stand back
  short: number[] // by colour, the points that were missing
  reached: boolean // all pegs are where they win at once
  column: number | null // from which on they do so, where there are areas
}

const sideOf = (verdict: Verdict, seat: number): VerdictSide | undefined => verdict.sides.find(({ seats }) => seats.includes(seat))

/** The viewer's seat; null for spectators and on a shared screen. */
const ownSeat = (here: TableState): number | null => (here.yours.length === 1 ? (here.yours[0] ?? null) : null)

/** The match of several games that is played here. */
export const matchOf = (here: TableState, view: View): MatchTally | null =>
  (here.settings?.games.length ?? 1) > 1 ? (view.shared.match ?? null) : null

const colour = (symbol: Colour): string => strong(t(`colour.${symbol}`))

/** By what a difference tells a side: a peg, or how many of them. */
function valueIn(side: VerdictSide | undefined, { column }: Difference): number {
  return column === null ? (side?.count ?? 0) : (side?.pegs[column]?.[1] ?? 0)
}

/** What tells two sides apart; undefined for those that are level. */
function between({ sides, differences = [] }: Verdict, a: number, b: number): Difference | undefined {
  return differences.find((one) => one.sides.includes(a) && one.sides.includes(b) && valueIn(sides[a], one) !== valueIn(sides[b], one))
}

class Telling {
  constructor(
    readonly here: TableState,
    readonly view: View,
    readonly verdict: Verdict,
  ) {}

  get #own(): number {
    const seat = ownSeat(this.here)
    return seat === null ? -1 : this.verdict.sides.findIndex(({ seats }) => seats.includes(seat))
  }

  #name(at: number): string {
    return names(this.here, this.verdict.sides[at]?.seats ?? [])
  }

  /** To whom a side belongs: the viewer, the viewer's team, or others. */
  #whose(at: number): 'you' | 'team' | 'other' {
    if (at !== this.#own) return 'other'
    return (this.verdict.sides[at]?.seats.length ?? 1) > 1 ? 'team' : 'you'
  }

  #peg(at: number, column: number): [Colour, number] {
    return this.verdict.sides[at]?.pegs[column] ?? ['R', 0]
  }

  /** A colour as that of a side. */
  #colourOf(at: number, column: number): string {
    const values = { name: this.#name(at), colour: colour(this.#peg(at, column)[0]) }
    return t(at === this.#own ? 'result.whose.you' : 'result.whose', values)
  }

  /** Others, with a peg each: those on the same hole together. */
  #others(sides: readonly number[], column: number): string {
    const holes = [...new Set(sides.map((at) => this.#peg(at, column)[1]))]
    const words = holes.map((n) => {
      const there = sides.filter((at) => this.#peg(at, column)[1] === n)
      return t('result.on', { what: list(there.map((at) => this.#colourOf(at, column))), n: strong(n) })
    })
    return `${words.join(', ')}.`
  }

  #together(sides: readonly number[]): string {
    const teams = sides.some((at) => (this.verdict.sides[at]?.seats.length ?? 1) > 1)
    return teams ? t('result.teams') : list(sides.map((at) => this.#name(at)))
  }

  lines(): string[] {
    const { verdict, view } = this
    if (verdict.by === 'goal') return this.#goal()
    if (verdict.by === 'resigned') return []
    if (verdict.sides.length === 1) {
      const [symbol, n] = this.#peg(0, 0)
      return [t('result.lowest.solo', { colour: colour(symbol), n: strong(n), goal: view.shared.rules.goal })]
    }
    return this.#pegs()
  }

  #pegs(): string[] {
    const { verdict, view } = this
    const duel = view.shared.rules.game === 'duel'
    const subject = Math.max(0, this.#own)
    const first = verdict.sides.flatMap(({ rank }, at) => (rank === 1 ? [at] : []))
    if (first.includes(subject) && first.length > 1) {
      return [t(duel ? 'result.drawn.duel' : 'result.drawn', { names: this.#together(first) })]
    }
    // The winner is compared with all others, every other side with the winner.
    const won = subject === 0
    const found = between(verdict, subject, won ? 1 : 0)
    if (!found) return []
    const others = (won ? found.sides : [0]).filter((at) => at !== subject)
    if (found.column === null) return [this.#counted(subject, others[0] ?? 0)]
    const [symbol, hole] = this.#peg(subject, found.column)
    const values = { name: this.#name(subject), colour: colour(symbol), n: strong(hole) }
    const rest = this.#others(others, found.column)
    if (found.column === 0 && !duel) return [t(`result.lowest.${this.#whose(subject)}`, values), rest]
    const whose = this.#whose(subject)
    const own =
      duel && found.column === 0 ? t(`result.least.${whose === 'you' ? 'you' : 'other'}`, values) : t(`result.next.${whose}`, values)
    return [this.#level([subject, ...others], found.column), `${own} ${rest}`]
  }

  #level(sides: readonly number[], column: number): string {
    const [at = 0] = sides
    const together = this.#together([...sides].sort((a, b) => Number(b === this.#own) - Number(a === this.#own) || a - b))
    const count = this.verdict.sides[at]?.count
    if (count !== undefined) return t('result.level.duel', { names: together, n: strong(count) })
    if (column > 1) return t('result.level.more', { names: together, n: column })
    return t('result.level', { names: together, n: strong(this.#peg(at, 0)[1]) })
  }

  #counted(subject: number, other: number): string {
    const [n, m] = [subject, other].map((at) => strong(this.verdict.sides[at]?.count ?? 0))
    const values = { n: n ?? '', m: m ?? '' }
    if (subject === this.#own) return t('result.pegs.you', { ...values, name: this.#name(other) })
    return t('result.pegs.other', { ...values, name: this.#name(subject), other: this.#name(other) })
  }

  /** All pegs of the winner are where they win at once. */
  #goal(): string[] {
    const { win, goal, game } = this.view.shared.rules
    const whose = this.#whose(0)
    const name = this.#name(0)
    if (game === 'duel') return [t(whose === 'you' ? 'result.goal.duel.you' : 'result.goal.duel.other', { name })]
    const more = win < goal && whose !== 'team' ? ('.more' as const) : ('' as const)
    const key = whose === 'team' ? 'result.goal.team' : (`result.goal.${whose}${more}` as const)
    const won = t(key, { name, n: strong(win) })
    const loser = this.#own > 0 ? this.#own : this.verdict.sides.length === 2 ? 1 : -1
    return loser > 0 ? [won, this.#short(loser)] : [won]
  }

  #short(at: number): string {
    const side = this.verdict.sides[at]
    const missing = COLOURS.flatMap((symbol, k) => {
      const n = side?.short[k] ?? 0
      return n ? [{ symbol, n }] : []
    }).sort((a, b) => b.n - a.n)
    const whose = this.#whose(at)
    const [first, second] = missing
    if (!first || missing.length > 2) {
      const values = { name: this.#name(at), n: strong(missing.length), k: side?.seats.length ?? 1 }
      return t(`result.short.many.${whose}`, values)
    }
    const values = { name: this.#name(at), colour: colour(first.symbol), n: strong(first.n), k: first.n }
    if (!second) return t(`result.short.${whose}`, values)
    return t(`result.short.two.${whose}`, { ...values, second: colour(second.symbol), m: strong(second.n) })
  }

  /** Sides that are level with each other, one sentence for each difference after the first. */
  ties(): string[] {
    return (this.verdict.differences ?? []).slice(1).flatMap(({ column, sides }) => {
      const [first, ...rest] = sides
      if (column === null || first === undefined || !rest.length) return []
      const whose = (at: number): string => t('result.on', { what: this.#colourOf(at, column), n: strong(this.#peg(at, column)[1]) })
      const values = { names: this.#together(sides), first: whose(first), rest: rest.map(whose).join(', ') }
      if (column > 1) return [t('result.compare.tie.more', { ...values, n: column })]
      return [t('result.compare.tie', { ...values, n: strong(this.#peg(first, 0)[1]) })]
    })
  }
}

/** Sentences about sides that are level, below the comparison of them. */
export const tiesOf = (here: TableState, view: View, verdict: Verdict): string[] => new Telling(here, view, verdict).ties()

function lookOf(here: TableState, verdict: Verdict): Look {
  const first = verdict.sides.filter(({ rank }) => rank === 1)
  if (verdict.sides.length === 1) return verdict.by === 'goal' ? 'win' : 'level'
  if (first.length > 1 && (!here.yours.length || first.some(({ seats }) => seats.some((seat) => here.yours.includes(seat))))) return 'level'
  const mine = !here.yours.length || first.some(({ seats }) => seats.some((seat) => here.yours.includes(seat)))
  if (mine) return 'win'
  return verdict.by === 'resigned' ? 'open' : 'loss'
}

/** Of a match only the points count, whatever its last challenge was like. */
function lookOfMatch(here: TableState, { ranks }: MatchTally): Look {
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))
  const mine = !here.yours.length || first.some((seat) => here.yours.includes(seat))
  if (!mine) return 'open'
  return first.length > 1 ? 'level' : 'win'
}

function ringOf(here: TableState, verdict: Verdict): Ending['ring'] {
  const seat = here.yours.find((own) => (sideOf(verdict, own)?.rank ?? 0) === 1) ?? here.yours[0]
  const side = (seat === undefined ? undefined : sideOf(verdict, seat)) ?? verdict.sides[0]
  if (!side) return null
  return { colours: side.pegs.map(([symbol]) => symbol), value: verdict.by === 'resigned' ? null : (side.count ?? side.pegs[0]?.[1] ?? 0) }
}

/** What else happened at the end: who was out of time, or had left. */
function gone(here: TableState, view: View): string[] {
  const own = ownSeat(here)
  return view.shared.seats.flatMap(({ late, away }, seat) => {
    const kind = late ? 'late' : away ? 'left' : null
    if (!kind) return []
    return [seat === own ? t(`result.${kind}.you`) : t(`result.${kind}`, { name: here.name(seat) })]
  })
}

function matchLines(here: TableState, match: MatchTally): string[] {
  if (match.resigned) return [matchReason(here, match)]
  const seats = match.totals.map((_, seat) => seat).sort((a, b) => (match.ranks[a] ?? 0) - (match.ranks[b] ?? 0) || a - b)
  const first = seats.filter((seat) => match.ranks[seat] === 1)
  const total = (seat: number): string => strong(match.totals[seat] ?? 0)
  const own = ownSeat(here)
  if (first.length > 1 && (own === null || first.includes(own))) {
    return [t('match.level', { names: names(here, first), n: total(first[0] ?? 0) })]
  }
  const subject = own ?? first[0] ?? 0
  const points = t(subject === own ? 'match.points.you' : 'match.points.other', { name: here.name(subject), n: total(subject) })
  const others = seats.filter((seat) => seat !== subject).map((seat) => `${here.name(seat)} ${total(seat)}`)
  return [points, `${others.join(', ')}.`]
}

function placeLine(here: TableState, places: readonly Place[]): string[] {
  const own = ownSeat(here)
  const place = places.length > 2 ? places.find(({ seats }) => own !== null && seats.includes(own)) : undefined
  return place && place.rank > 1 ? [t(`result.place.${Math.min(4, place.rank) as 2 | 3 | 4}`)] : []
}

/** The end of the game that is shown; null as long as it is played. */
export function endingOf(here: TableState, view: View, result: ResultDoc): Ending | null {
  const { verdict, position } = view.shared
  if (!position) return null
  const match = matchOf(here, view)
  const places = placesOf(view.shared.rules, result, position)
  const own = ownSeat(here)
  if (match && view.shared.phase === 'over') {
    const overall = placesInMatch(match)
    const seat = own ?? match.ranks.indexOf(1)
    return {
      look: lookOfMatch(here, match),
      title: headline(here, overall),
      lines: [...placeLine(here, overall), ...matchLines(here, match)],
      notes: gone(here, view),
      ring: { colours: COLOURS, value: match.totals[seat] ?? 0 },
    }
  }
  const title = headline(here, places, match && view.shared.phase === 'between' ? match.game + 1 : null)
  const why = reasonOf(here, result)
  if (!verdict) return { look: 'level', title, lines: why ? [why] : [], notes: [], ring: null }
  const look = lookOf(here, verdict)
  const missed = look === 'loss' && own !== null ? sideOf(verdict, own)?.missed : undefined
  const resigned = result.reason === 'resigned'
  return {
    look,
    title,
    lines: [...placeLine(here, places), ...(resigned ? [why] : new Telling(here, view, verdict).lines())],
    notes: [
      ...(missed ? [t(`result.missed.${missed.points as 1 | 2 | 3}`, { colour: t(`colour.${missed.colour}`) })] : []),
      ...(resigned || !why ? [] : [why]),
      ...gone(here, view),
    ],
    ring: ringOf(here, verdict),
  }
}

/** The best result of a solo player; null if there is nothing to compare with. */
export function bestOf(here: TableState, view: View, ending: Ending | null): ReturnType<typeof measured> {
  const reached = ending?.ring?.value ?? null
  const isSolo = view.shared.rules.sides.length === 1
  return !isSolo || here.yours.length !== 1 || reached === null ? null : measured(here.live.id, reached)
}

/** How the end of a game looks; a new best result looks like a win. */
export function lookOfEnd(here: TableState, view: View, result: ResultDoc): Look {
  const ending = endingOf(here, view, result)
  return bestOf(here, view, ending)?.isNew ? 'win' : (ending?.look ?? 'level')
}

const NOTHING: Mark = { rank: null, framed: [], dimmed: false, short: [], reached: false, column: null }

/** What the score board of a seat shows of the end; nothing as long as the game is played. */
export function markOf(here: TableState, seat: number): Mark {
  const { view } = here
  const verdict = view?.shared.phase === 'playing' ? undefined : view?.shared.verdict
  const side = verdict && sideOf(verdict, seat)
  if (!view || !verdict || !side) return NOTHING
  const match = matchOf(here, view)
  if (match && view.shared.phase === 'over') return { ...NOTHING, rank: match.ranks[seat] ?? null }
  const rank = verdict.sides.length > 1 ? side.rank : null
  if (verdict.by === 'resigned' || verdict.sides.length < 2) return { ...NOTHING, rank }
  if (verdict.by === 'goal') {
    const below = COLOURS.filter((_, k) => (side.short[k] ?? 0) > 0)
    const column = view.shared.rules.areas.length ? view.shared.rules.win : null
    if (view.shared.rules.game === 'duel') return { ...NOTHING, rank }
    const few = below.length > 0 && below.length < 4
    return { rank, framed: few ? below : [], dimmed: few, short: side.short, reached: !below.length, column }
  }
  const at = verdict.sides.indexOf(side)
  const framed = (verdict.differences ?? []).flatMap(({ column, sides }) => {
    const symbol = column === null || !sides.includes(at) ? undefined : side.pegs[column]?.[0]
    return symbol ? [symbol] : []
  })
  return { ...NOTHING, rank, framed, dimmed: framed.length > 0 }
}

/** Whether all score boards are drawn alike below the ranks: three or more sides, and room for it. */
export function areRanked(here: TableState): boolean {
  const { view } = here
  if (!view?.shared.verdict || view.shared.phase === 'playing' || view.shared.verdict.by === 'resigned' || matchOf(here, view)) return false
  return view.shared.verdict.sides.length > 2 && screen.kind === 'wide' && screen.height >= 780
}
