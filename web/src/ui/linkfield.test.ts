import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { load } from '../i18n/catalogue.svelte'
import LinkField from './LinkField.svelte'

const props = { link: 'http://here/replay/x?step=3', label: 'Link' }

function clipboard(writeText: () => Promise<void>): void {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
}

beforeEach(() => load('en'))
afterEach(() => vi.restoreAllMocks())

it('says that the link is copied', async () => {
  clipboard(() => Promise.resolve())
  render(LinkField, props)
  expect(screen.getByRole('status').textContent).toBe('')
  screen.getByRole('button').click()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Link copied.'))
})

it('selects it where the browser does not copy, and says so', async () => {
  clipboard(() => Promise.reject(new Error('not allowed')))
  render(LinkField, { ...props, now: true })
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/copy it with the keyboard/))
  const field = screen.getByLabelText<HTMLInputElement>('Link')
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(props.link)
})
