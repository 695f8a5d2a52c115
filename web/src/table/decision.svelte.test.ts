import { expect, it, vi } from 'vitest'
import type { Choice, RecordDocument } from '../net/wire'
import { Decision, type Decides } from './decision.svelte'

const SWAP: Choice = { swap: ['RB', 'RB'] }

const returned = (one: Decision): string[] => one.pending?.choice.swap ?? []

/** A table that answers when the test says so. */
function table(lost = false) {
  let answer: (made: boolean) => void = () => {}
  let log = $state.raw<object[]>([])
  const here = {
    lost,
    skip: () => {},
    retry: vi.fn(),
    deliver: vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve))),
    get record() {
      return { log } as unknown as RecordDocument
    },
  } satisfies Decides
  const goOn = (): void => void (log = [...log, {}])
  return { here, one: new Decision(here), say: (made: boolean) => answer(made), goOn }
}

it('is drawn until the answer comes, and then no more', async () => {
  const { one, say } = table()
  const made = one.make(SWAP)
  expect(one.pending?.choice).toEqual(SWAP)
  expect(returned(one)).toEqual(['RB', 'RB'])
  say(true)
  expect(await made).toBe(true)
  expect([one.pending, returned(one)]).toEqual([null, []])
})

it('is drawn no more once the news of it are here, though the answer is not', async () => {
  const { one, say, goOn } = table()
  const made = one.make(SWAP)
  expect(one.pending?.choice).toEqual(SWAP)
  goOn()
  expect([one.pending, returned(one)]).toEqual([null, []])
  goOn() // and so it stays
  expect(one.pending).toBeNull()
  say(true)
  expect(await made).toBe(true)
  expect(one.pending).toBeNull()
})

it('is taken back when it is refused', async () => {
  const { one, say } = table()
  const made = one.make({ keep: true })
  expect(one.pending?.choice).toEqual({ keep: true })
  expect(returned(one)).toEqual([])
  say(false)
  expect(await made).toBe(false)
  expect(one.pending).toBeNull()
})

it('is not drawn when it cannot be sent', () => {
  const { here, one } = table(true)
  void one.make(SWAP)
  expect(one.pending).toBeNull()
  expect(here.deliver).not.toHaveBeenCalled()
  expect(here.retry).toHaveBeenCalledOnce() // which says why not
})
