import { configure, screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { load } from '../i18n/catalogue.svelte'
import { sample } from '../../testing/examples'
import { askRule, closeRules, readEdition, sheet } from './sheet.svelte'

configure({ asyncUtilTimeout: 5000 })

const asked: string[] = []

// To compile it takes a while the first time.
beforeAll(() => import('./RulesSheet.svelte'), 30_000)

beforeEach(async () => {
  await load('en')
  asked.length = 0
  Element.prototype.scrollIntoView = vi.fn()
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string) => {
      asked.push(address)
      const page = address.includes('classic') ? { ...sample, page: 'classic', title: 'Ingenious', rules: ['A3'] } : sample
      return Promise.resolve(new Response(JSON.stringify(page)))
    }),
  )
})

afterEach(() => {
  closeRules()
  document.getElementById('opener')?.remove()
})

function opener(): HTMLButtonElement {
  const button = document.createElement('button')
  button.id = 'opener'
  document.body.append(button)
  button.focus()
  return button
}

const panel = () => screen.findByRole('dialog')

describe('the rules beside a table', () => {
  it('open at the rule that is asked about, with the way to the whole page', async () => {
    askRule('tiles', 'I4')
    expect(await screen.findByRole('dialog', { name: 'Tile Challenge' })).toBeTruthy()
    expect(document.getElementById('I4')?.classList.contains('asked')).toBe(true)
    const link = screen.getByRole('link', { name: 'Whole page (in a new tab)' })
    expect(link.getAttribute('href')).toBe('/rules/tiles#I4')
  })

  it('follow their own links without leaving the table', async () => {
    askRule('tiles')
    await screen.findByRole('dialog', { name: 'Tile Challenge' })
    await userEvent.click(screen.getByRole('link', { name: 'classic' }))
    expect(await screen.findByRole('dialog', { name: 'Ingenious' })).toBeTruthy()
    expect(sheet.asked).toEqual({ topic: 'classic', rule: null })
  })

  it('lead to another rule while they are open', async () => {
    askRule('tiles')
    await panel()
    expect(document.querySelector('.asked')).toBeNull()
    askRule('tiles', 'I5')
    // A second rule of a paragraph marks the whole of it.
    await waitFor(() => expect(document.querySelector('.asked')?.id).toBe('I4'))
  })

  it('tell the game in a few sentences first', async () => {
    askRule('tiles')
    const brief = await screen.findByRole('region', { name: 'In one minute' })
    expect(brief.textContent).toContain('Draw tiles one by one')
  })

  it('explain in brief how the edition that is played words the rules', async () => {
    const before = readEdition('2023')
    const after = readEdition('2004')
    before() // the page that was left may end after the next one has begun
    askRule('classic')
    const brief = await screen.findByRole('region', { name: 'In one minute' })
    expect(brief.textContent).toMatch(/2004 rules.*counters.*bonus plays/)
    after()
    await waitFor(() => expect(brief.textContent).not.toContain('2004'))
  })

  it('say nothing of editions where a game has one only', async () => {
    const done = readEdition('2010')
    askRule('tiles')
    const brief = await screen.findByRole('region', { name: 'In one minute' })
    expect(brief.textContent).not.toContain('2010')
    done()
  })

  it('open at a part of the page, and lead to it from the list of what is there', async () => {
    askRule('tiles', 'a-turn')
    expect(await screen.findByRole('dialog', { name: 'Tile Challenge' })).toBeTruthy()
    expect(document.querySelector('.asked')).toBeNull()
    const led = vi.mocked(Element.prototype.scrollIntoView)
    expect(led).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'A turn' }))
    expect(led).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('button', { name: 'A turn' }).getAttribute('aria-current')).toBe('true')
  })

  it('show the page that tells a rule which the game shares', async () => {
    askRule('tiles', 'A3')
    expect(await screen.findByRole('dialog', { name: 'Ingenious' })).toBeTruthy()
  })

  it('take the focus, and Escape gives it back', async () => {
    const button = opener()
    askRule('tiles', 'I4')
    const found = await panel()
    await waitFor(() => expect(document.activeElement).toBe(found))
    await userEvent.keyboard('{Escape}')
    expect(sheet.asked).toBeNull()
    expect(document.activeElement).toBe(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('close by their button', async () => {
    askRule('tiles')
    await screen.findByRole('dialog', { name: 'Tile Challenge' })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are asked for in the language of the page', async () => {
    await load('de')
    askRule('tiles')
    await panel()
    await waitFor(() => expect(asked).toContain('/api/rules/tiles?language=de'))
  })

  it('say when they cannot be loaded, and try again', async () => {
    await load('fr')
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new Error('offline'))),
    )
    askRule('dice')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Impossible de charger les règles')
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(new Response(JSON.stringify(sample)))),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByRole('dialog', { name: 'Tile Challenge' })).toBeTruthy()
  })
})
