import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { load } from '../../i18n/catalogue.svelte'
import type { Problem } from '../../net/wire'
import OpenFile from './OpenFile.svelte'

const RECORD = { format: 'ingenious-record/1', game: 'classic', seats: ['Ada', 'Ben'], result: { reason: 'resigned' } }

let says: Partial<Problem>
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(says), { status: 422 })))
  await load('de')
})
afterEach(() => vi.unstubAllGlobals())

async function open(): Promise<void> {
  render(OpenFile)
  const file = new File([JSON.stringify(RECORD)], 'partie.json', { type: 'application/json' })
  await userEvent.upload(screen.getByTestId('replay-file'), file)
  await screen.findByText(/partie\.json kann nicht angezeigt werden/)
}

it('tells by which rule a record is wrong, and marks what is said in English', async () => {
  says = { code: 'record', error: 'entry 3: H8 is taken', rule: 'B6' }
  await open()
  expect(screen.getByText(/^Ein Plättchen braucht zwei leere Felder/)).toBeTruthy()
  expect(screen.getByText('entry 3: H8 is taken').lang).toBe('en')
})

it('tells what else is wrong in the language of the page', async () => {
  says = { code: 'record-is-long', error: 'this record is too long' }
  await open()
  expect(screen.getByText('Das ist zu lang zum Anzeigen.')).toBeTruthy()
  expect(screen.queryByText('this record is too long')).toBeNull()
})
