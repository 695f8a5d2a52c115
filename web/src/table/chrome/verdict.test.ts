import { cleanup, render, screen } from '@testing-library/svelte'
import { flushSync, tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../text/recorded.json'
import { LANGUAGES } from '../../app/prefs.svelte'
import { joinSentences, plain } from '../../i18n/sentences'
import { FakeSocket, newest } from '../../../testing/socket'
import told from '../../text/stories.json'
import { load } from '../../i18n/catalogue.svelte'
import { type ViewFields, withView } from '../../../testing/view'
import type { Game, MatchTally, Position, RecordDocument, ResultDoc, Rules, SeatView, TableMessage, Verdict, View } from '../../net/wire'
import { KEY, TableState } from '../state.svelte'
import Announcer from './Announcer.svelte'
import Comparison from './Comparison.svelte'
import Ended from './Ended.svelte'
import { endingOf, markOf } from './verdict'

interface End {
  reason: ResultDoc['reason']
  rules: Rules
  position: Pick<Position, 'pegs' | 'ranked_by' | 'ranks'>
  verdict: Verdict
  resigned: number | null
}
const ends = told.ends as unknown as Record<string, End[]>
const { table } = recorded as unknown as { table: TableMessage }
const WRONG = /[.!?…;:,][.;,]|\s[.,]|[{}\ue000\ue001]|undefined|\bnull\b| {2}/u

let here: TableState

/** The table at the end of a game; the answer is the view and the result. */
function come(end: End, more: ViewFields = {}, games: Game[] = [end.rules.game]): [View, ResultDoc] {
  const names = ['Ada', 'Nora', 'Ben', 'Ines'].slice(0, end.position.pegs.length)
  const seats = names.map((name): SeatView => ({ kind: 'open', name, taken: true }))
  const result: ResultDoc = { reason: end.reason, scores: end.position.pegs, ranks: end.position.ranks }
  const view = withView(table.view, {
    phase: 'over',
    seats,
    yours: [0],
    looks: 0,
    rules: end.rules,
    position: { ...table.view.shared.position, ...end.position } as Position,
    verdict: end.verdict,
    turn: null,
    ...more,
  })
  const log = end.resigned === null ? [] : [{ seat: end.resigned, resign: true as const }]
  const record = { ...(table.record as RecordDocument), game: end.rules.game, seats: names, log, result }
  newest().say({ ...table, settings: { ...table.settings, games }, view, record, now: Date.now() })
  flushSync()
  return [view, result]
}
function tell(end: End, more: ViewFields = {}, games?: Game[]): string {
  const [view, result] = come(end, more, games)
  const ending = endingOf(here, view, result)
  return ending ? `${ending.look}: ${plain(joinSentences(ending.title, ...ending.lines, ...ending.notes))}` : ''
}
/** The first end of a game that is so. */
function find(game: string, is: (end: End) => boolean): End {
  const found = ends[game]?.find(is)
  if (!found) throw new Error(`no such end of ${game}`)
  return found
}
const context = (): Map<unknown, unknown> => new Map([[KEY, here]])

beforeEach(async () => {
  await load('en')
  vi.stubGlobal('WebSocket', FakeSocket)
  here = new TableState('table', '')
  newest().open()
})
afterEach(() => {
  cleanup()
  here.end()
  vi.unstubAllGlobals()
})

describe.each(LANGUAGES)('an end, in %s', (language) => {
  it.each(Object.keys(ends))('is explained to a player of %s', async (game) => {
    await load(language)
    const sentences = (ends[game] ?? []).map((end) => tell(end))
    expect(sentences.filter((one) => WRONG.test(one))).toEqual([])
    expect(sentences).toMatchSnapshot()
  })

  it('is explained to spectators, on a shared screen and of a match', async () => {
    await load(language)
    const [win] = ends['classic 2']?.filter(({ reason, position }) => reason === 'board-full' && position.ranks[0] === 1) ?? []
    const four = find('classic 4', ({ reason }) => reason === 'board-full')
    const dice = find('dice 2', ({ reason, position }) => reason === 'won' && position.ranks[0] === 1)
    const match = (totals: number[], ranks: number[], more: Partial<MatchTally> = {}): ViewFields => ({
      match: { game: 1, points: [totals], totals, ranks, ...more },
    })
    const games: Game[] = ['tiles', 'dice']
    const sentences = [
      tell(win as End, { yours: [], looks: null }),
      tell(win as End, { yours: [0, 1], looks: null }),
      tell(four, { yours: [], looks: null }),
      tell(dice, { phase: 'between', ...match([7, 5], [1, 2]) }, games),
      tell(dice, { phase: 'between', yours: [1], looks: 1, ...match([7, 5], [1, 2]) }, games),
      tell(dice, match([15, 12], [1, 2]), games),
      tell(dice, match([12, 15], [2, 1]), games),
      tell(dice, match([12, 12], [1, 1]), games),
      tell(dice, match([12, 15], [1, 2], { resigned: true }), games),
      tell(win as End, {
        seats: [
          { kind: 'open', name: 'Ada', taken: true, late: true },
          { kind: 'open', name: 'Nora', taken: true, away: true },
        ],
      }),
    ]
    expect(sentences.filter((one) => WRONG.test(one))).toEqual([])
    expect(sentences).toMatchSnapshot()
  })
})

describe('one peg or point', () => {
  const match = (totals: number[], ranks: number[]): ViewFields => ({ match: { game: 1, points: [totals], totals, ranks } })

  it.each([
    ['en', 'You have 1 point; Nora 14.', 'have 1 point each', 'have 1 peg each'],
    ['de', 'Du hast 1 Punkt; Nora 14.', 'je 1 Punkt.', 'je 1 Stift;'],
    ['fr', 'Vous avez 1 point', '1 point chacun', '1 pion de chaque côté'],
  ] as const)('is explained in the singular, in %s', async (language, points, level, pegs) => {
    await load(language)
    const dice = find('dice 2', ({ reason }) => reason === 'won')
    const games: Game[] = ['tiles', 'dice']
    const told = (end: End, more?: ViewFields): string => tell(end, more, more && games).replace(/\s/gu, ' ')
    expect(told(dice, match([1, 14], [2, 1]))).toContain(points)
    expect(told(dice, match([1, 1], [1, 1]))).toContain(level)
    const end = find('duel 2', ({ position }) => position.pegs[0]?.join() === '1,4,0,0,-1,-2')
    const sides = end.verdict.sides.map((side) => ({ ...side, count: 1 }))
    expect(told({ ...end, verdict: { ...end.verdict, sides } })).toContain(pegs)
  })
})

describe('what a score board shows', () => {
  it('is a frame around the deciding peg, and the rank', () => {
    come(find('classic 2', ({ position }) => position.pegs[0]?.join() === '6,16,10,18,18,18'))
    expect(markOf(here, 0)).toMatchObject({ rank: 2, framed: ['R'], dimmed: true })
    expect(markOf(here, 1)).toMatchObject({ rank: 1, framed: ['Y'], dimmed: true })
  })

  it('is how far each peg is from the goal, and that the winner reached it', () => {
    come(find('cards 2', ({ position }) => position.pegs[1]?.join() === '6,9,7,5,8,7'))
    expect(markOf(here, 0)).toMatchObject({ rank: 1, framed: [], dimmed: false, reached: true, column: 7 })
    expect(markOf(here, 1)).toMatchObject({ rank: 2, framed: ['R', 'G'], dimmed: true, reached: false, short: [1, 0, 0, 2, 0, 0] })
  })

  it('is only the rank if a player resigned, and nothing during the game', () => {
    const end = find('classic 2', ({ reason }) => reason === 'resigned')
    come(end)
    expect(markOf(here, 0)).toMatchObject({ framed: [], dimmed: false })
    expect(markOf(here, 0).rank).toBe(end.position.ranks[0])
    come(end, { phase: 'playing' })
    expect(markOf(here, 0).rank).toBeNull()
  })
})

describe('the comparison', () => {
  it('lists the sides by rank and frames the column that decided', () => {
    const end = find('classic 2', ({ position }) => position.pegs[0]?.join() === '12,14,18,18,18,18')
    const [view] = come(end)
    const { container } = render(Comparison, { props: { view, verdict: end.verdict }, context: context() })
    expect(container.querySelectorAll('.frame')).toHaveLength(1)
    expect((container.querySelector('.frame') as HTMLElement).style.gridArea.replaceAll(' ', '')).toBe('1/4/3/5')
    expect([...container.querySelectorAll('.decides')].map((cell) => cell.textContent?.trim())).toEqual(['14', '13'])
    expect(container.textContent).toContain('You, place 1: red 12, orange 14')
  })

  it.each([
    ['en', 'You and Nora are level on 12. The next colour decides: your green on 15, Nora’s green on 13.'],
    ['de', 'Du und Nora: Gleichstand auf 12. Die nächste Farbe entscheidet: du mit Grün auf 15, Nora mit Grün auf 13.'],
    ['fr', 'La couleur suivante décide : votre vert à 15, le vert de Nora à 13.'],
  ] as const)('says what decided between the viewer and a player who is level, in %s', async (language, tie) => {
    await load(language)
    const end = find('classic 4', ({ position }) => position.pegs[0]?.join() === '12,18,18,15,18,18')
    const [view] = come(end)
    const { container } = render(Comparison, { props: { view, verdict: end.verdict }, context: context() })
    expect(container.querySelector('.tie')?.textContent?.replace(/\s/gu, ' ')).toContain(tie)
  })

  it.each([
    ['en', 'You and Nora are level in the 2 lowest colours. The next colour decides: your orange on 15, Nora’s yellow on 14.'],
    [
      'de',
      'Du und Nora: Gleichstand in den 2 niedrigsten Farben. Die nächste Farbe entscheidet: du mit Orange auf 15, Nora mit Gelb auf 14.',
    ],
    [
      'fr',
      'Vous et Nora : égalité pour les 2 couleurs les plus basses. La couleur suivante décide : votre orange à 15, le jaune de Nora à 14.',
    ],
  ] as const)('counts the colours in which some are level, in %s', async (language, tie) => {
    await load(language)
    const end = find('classic 4', ({ position }) => position.pegs[0]?.join() === '9,15,11,18,18,18')
    const [view] = come(end)
    const { container } = render(Comparison, { props: { view, verdict: end.verdict }, context: context() })
    expect(container.querySelector('.tie')?.textContent?.replace(/\s/gu, ' ')).toBe(tie)
  })

  it('counts the pegs at the goal and shows where the others are', () => {
    const end = find('cards 2', ({ position }) => position.pegs[1]?.join() === '6,9,7,5,8,7')
    const [view] = come(end)
    const { container } = render(Comparison, { props: { view, verdict: end.verdict }, context: context() })
    expect([...container.querySelectorAll('.below')].map((cell) => cell.textContent)).toEqual(['6', '5'])
    expect([...container.querySelectorAll('.of')].map((cell) => cell.textContent)).toEqual(['6 of 6', '4 of 6'])
  })
})

describe('the bar at the end', () => {
  const won = (): End => find('classic 2', ({ reason, position }) => reason === 'board-full' && position.ranks[0] === 1)
  const lost = (): End => find('classic 2', ({ reason, position }) => reason === 'board-full' && position.ranks[0] === 2)

  it('looks different for the winner and the loser', () => {
    const [view, result] = come(won(), { can: ['rematch'] })
    const first = render(Ended, { props: { view, result }, context: context() })
    expect(screen.getByTestId('result').dataset.look).toBe('win')
    expect(first.container.querySelectorAll('.light')).toHaveLength(6)
    expect(first.container.querySelector('.out')).toBeNull()
    cleanup()
    const [other, end] = come(lost(), { can: ['rematch'] })
    const second = render(Ended, { props: { view: other, result: end }, context: context() })
    expect(screen.getByTestId('result').dataset.look).toBe('loss')
    expect(second.container.querySelectorAll('.light')).toHaveLength(0)
    expect(second.container.querySelector('.out')).toBeTruthy()
  })

  it('offers a rematch, the replay and a new game, with the focus on the first', async () => {
    const [view, result] = come(won(), { can: ['rematch'] })
    render(Ended, { props: { view, result, fresh: true }, context: context() })
    await tick()
    expect(document.activeElement).toBe(screen.getByTestId('rematch'))
    expect(screen.getByTestId('replay').getAttribute('href')).toBe('/replay/table')
    expect(screen.getByTestId('new-game').getAttribute('href')).toBe('/new/classic')
  })

  it('does not move the focus while a player types, or if the game was over before', async () => {
    const [view, result] = come(won(), { can: ['rematch'] })
    const input = document.body.appendChild(document.createElement('textarea'))
    input.focus()
    render(Ended, { props: { view, result, fresh: true }, context: context() })
    await tick()
    expect(document.activeElement).toBe(input)
    input.remove()
    cleanup()
    render(Ended, { props: { view, result }, context: context() })
    await tick()
    expect(document.activeElement).not.toBe(screen.getByTestId('rematch'))
  })

  it('is not announced again when a player leaves afterwards, but that is', async () => {
    const dice = find('dice 2', ({ reason, position }) => reason === 'won' && position.ranks[0] === 1)
    const match: ViewFields = { phase: 'between', match: { game: 0, points: [[7, 5]], totals: [7, 5], ranks: [1, 2] } }
    come(dice, match, ['dice', 'dice'])
    const { container } = render(Announcer, { props: { strip: null }, context: context() })
    const said: string[] = []
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[role=status]')
        const whole = region?.getAttribute('aria-atomic') !== 'false'
        said.push(...(whole ? [region?.textContent ?? ''] : [...addedNodes].map((node) => node.textContent?.trim() ?? '')).filter(Boolean))
      }
    })
    watch.observe(container, { childList: true, characterData: true, subtree: true })
    const seats: SeatView[] = [
      { kind: 'open', name: 'Ada', taken: true },
      { kind: 'open', name: 'Nora', taken: true, away: true },
    ]
    come(dice, { ...match, seats }, ['dice', 'dice'])
    await tick()
    watch.disconnect()
    expect(said).toEqual(['Nora left the game.'])
  })

  it('is announced once, with title and sentence', () => {
    const [view, result] = come(lost())
    render(Ended, { props: { view, result }, context: context() })
    render(Announcer, { props: { strip: null }, context: context() })
    const title = screen.getByRole('heading', { level: 2 }).textContent ?? ''
    expect(screen.getByTestId('result').getAttribute('aria-label')).toBe('Result')
    const said = screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes(title))
    expect(said).toHaveLength(1)
    expect(said[0]?.textContent).toMatch(/^Nora wins\. Your lowest colour, \w+, is on \d+; Nora’s \w+ on \d+\./)
  })
})
