import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose, prefs } from '../../app/prefs.svelte'
import { go } from '../../app/router.svelte'
import { load } from '../../i18n/catalogue.svelte'
import { closeRules, sheet } from '../../rules/sheet.svelte'
import type { GameInfo, NewTable as Wanted } from '../../net/wire'
import Settings from '../../ui/Settings.svelte'
import ChooseGame from './ChooseGame.svelte'
import FriendsRow from './FriendsRow.svelte'
import Hero from './Hero.svelte'
import Join from './Join.svelte'
import NewTable from './NewTable.svelte'

const INFOS: GameInfo[] = [
  { name: 'classic', players: [2, 3, 4], editions: ['2023', '2004'], levels: [1, 2, 3, 4, 5], in_match: 0 },
  { name: 'cards', players: [2, 3, 4], editions: ['2010'], levels: [1, 2, 3, 4, 5], in_match: 12 },
  { name: 'dice', players: [2, 3, 4], editions: ['2010'], levels: [1, 2, 3, 4, 5], in_match: 12 },
  { name: 'tiles', players: [2, 3, 4], editions: ['2010'], levels: [1, 2, 3, 4, 5], in_match: 12 },
]
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })

let wanted: Wanted | null
let refuses: Response | null

/** A server that has no guests at first, and opens every table it is asked for. */
function server(path: string, init?: RequestInit): Promise<Response> {
  const body = init?.body ? (JSON.parse(String(init.body)) as unknown) : null
  if (path === '/api/games') return Promise.resolve(json(INFOS))
  if (path === '/api/me') return Promise.resolve(json({ error: 'nobody' }, 401))
  if (path === '/api/guests') return Promise.resolve(json(body, 201))
  if (path === '/api/tables') {
    wanted = body as Wanted
    return Promise.resolve(refuses ?? json({ table: 'h4nOaRepbkF-', invite: 'x' }, 201))
  }
  return Promise.resolve(json({ error: 'there is no such page' }, 404))
}

beforeEach(async () => {
  wanted = refuses = null
  localStorage.clear()
  choose({ name: '', last: null, theme: 'auto', language: null, letters: false })
  vi.stubGlobal('fetch', vi.fn(server))
  vi.stubGlobal('scrollTo', vi.fn())
  history.replaceState(null, '', '/')
  await load('en')
})
afterEach(() => vi.unstubAllGlobals())

describe('Invite', () => {
  it('leads to a choice of the games for several, and each to its table with a player online', () => {
    render(FriendsRow, { picture: 0 })
    const invite = screen.getByRole<HTMLAnchorElement>('link', { name: /^Invite/ })
    expect(invite.pathname + invite.search).toBe('/new?online')
    go('/new?online')
    render(ChooseGame)
    const games = within(screen.getByRole('main')).getAllByRole<HTMLAnchorElement>('link')
    expect(games.map((game) => game.pathname + game.search)).toEqual(
      ['classic', 'duel', 'team', 'cards', 'dice', 'tiles', 'match'].map((game) => `/new/${game}?online`),
    )
  })
})

describe('Play now', () => {
  it('makes a guest, and begins a game against a bot', async () => {
    render(Hero)
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }))
    await vi.waitFor(() => expect(location.pathname).toBe('/table/h4nOaRepbkF-'))
    expect(wanted).toMatchObject({ begin: true, sit: [0], names: ['Guest'] })
    expect(prefs.name).toBe('Guest')
  })

  it('says in place why it cannot be', async () => {
    refuses = json({ code: 'too-much', error: 'too many new tables from your address; wait a minute' }, 429)
    render(Hero)
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Wait a minute/)
  })
})

describe('a new table', () => {
  const opens = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('is opened as it was put together, and remembered', async () => {
    render(NewTable, { game: 'classic' })
    const count = await screen.findByRole('group', { name: 'Players' })
    await userEvent.click(within(count).getByRole('radio', { name: '3' }))
    await userEvent.selectOptions(screen.getByLabelText('Seat 2'), 'friend')
    await userEvent.type(screen.getByLabelText('Name for seat 2'), 'Ben')
    await userEvent.type(screen.getByLabelText('Your name'), 'Ada')
    await userEvent.click(screen.getByRole('radio', { name: '2004' }))
    await opens('Start game')
    await vi.waitFor(() => expect(location.pathname).toBe('/table/h4nOaRepbkF-'))
    expect(wanted).toMatchObject({ begin: true, sit: [0, 1], names: ['Ada', 'Ben'], settings: { edition: '2004' } })
    expect(wanted?.settings.seats.map((seat) => seat.kind)).toEqual(['open', 'open', 'bot'])
    expect(prefs.last?.names).toEqual(['', 'Ben'])
  })

  it('says how the chosen edition words the rules, and leads to the comparison', async () => {
    render(NewTable, { game: 'classic' })
    expect(await screen.findByText(/Both editions play the same\. The 2023 rulebook uses the words “pegs”/)).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: '2004' }))
    expect(screen.getByText(/The 2004 rulebook calls pegs “counters”/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Compare the editions' }))
    expect(sheet.asked).toEqual({ topic: 'classic', rule: 'the-editions-of-2004-and-2023' })
    closeRules()
  })

  it('waits for a player online, and is not what Play now opens', async () => {
    render(NewTable, { game: 'classic' })
    await userEvent.selectOptions(await screen.findByLabelText('Seat 2'), 'online')
    await userEvent.click(screen.getByRole('switch', { name: 'List under open tables' }))
    await opens('Create table')
    await vi.waitFor(() => expect(wanted).toMatchObject({ begin: false, settings: { listed: true } }))
    expect(prefs.last).toBeNull()
  })

  it('of a match has its challenges in order, two at least', async () => {
    render(NewTable, { game: 'match' })
    await userEvent.click(await screen.findByRole('button', { name: 'Move up: 3 Tile Challenge' }))
    await opens('Remove 1 Card Challenge')
    await opens('Remove 1 Tile Challenge')
    expect(screen.getByRole('alert').textContent).toMatch(/at least two/)
    await opens('Add Card Challenge')
    await opens('Start game')
    await vi.waitFor(() => expect(wanted?.settings.games).toEqual(['dice', 'cards']))
  })

  it('of a match with dice may have no opening roll, and who begins is a choice', async () => {
    render(NewTable, { game: 'match' })
    await userEvent.click(await screen.findByRole('switch', { name: 'Opening roll' }))
    await userEvent.selectOptions(screen.getByLabelText('Who begins the others?'), 'Always the same seat')
    await opens('Start game')
    await vi.waitFor(() => expect(wanted?.settings).toMatchObject({ options: { opening_roll: false }, starts: 'same', start: null }))
    expect(prefs.last?.settings).toMatchObject({ options: { opening_roll: false }, starts: 'same' })
  })

  it('of a match without dice has no opening roll to choose', async () => {
    render(NewTable, { game: 'match' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove 2 Dice Challenge' }))
    expect(screen.queryByRole('switch', { name: 'Opening roll' })).toBeNull()
  })
})

describe('Join', () => {
  it('follows a link, and says what is none', async () => {
    render(Join)
    await userEvent.type(screen.getByLabelText('Link or code'), 'nothing at all')
    await opens()
    expect(screen.getByRole('alert').textContent).toMatch(/isn’t a table link/)
    await userEvent.clear(screen.getByLabelText('Link or code'))
    await userEvent.type(screen.getByLabelText('Link or code'), 'https://play.example/table/h4nOaRepbkF-?invite=abc')
    await opens()
    expect(location.pathname + location.search).toBe('/table/h4nOaRepbkF-?invite=abc')
  })
  const opens = () => userEvent.click(screen.getByRole('button', { name: 'Go to table' }))
})

describe('Settings', () => {
  it('change at once and stay', async () => {
    render(Settings)
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    await userEvent.click(screen.getByRole('switch', { name: 'Letters on symbols' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Deutsch' }))
    expect(await screen.findByRole('radio', { name: 'Dunkel' })).toBeTruthy()
    const kept: unknown = JSON.parse(localStorage.getItem('ingenious') ?? '{}')
    expect(kept).toMatchObject({ theme: 'dark', letters: true, language: 'de' })
  })

  it('take a name', async () => {
    render(Settings)
    await userEvent.type(screen.getByLabelText('Your name'), 'Ada{Enter}')
    await vi.waitFor(() => expect(prefs.name).toBe('Ada'))
  })
})
