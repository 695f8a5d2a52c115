import { expect, it, vi } from 'vitest'
import type { Choice } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { Swapping } from './swapping.svelte'

const SWAP: Choice = { swap: ['RB', 'RB'] }

/** A table that answers when it is told to. */
function table(mayDecide = true) {
  let answer: (made: boolean) => void = () => {}
  const decide = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
  let log = $state.raw<object[]>([])
  const here = {
    mayDecide,
    decide,
    get record() {
      return { log }
    },
  }
  const goOn = (): void => void (log = [...log, {}])
  return { here, state: here as unknown as TableState, say: (made: boolean) => answer(made), goOn }
}

it('is drawn until the answer comes, and then no more', async () => {
  const { state, say } = table()
  const one = new Swapping(state)
  const made = one.decide(SWAP)
  expect(one.sent).toEqual(SWAP)
  expect(one.returned).toEqual(['RB', 'RB'])
  say(true)
  expect(await made).toBe(true)
  expect([one.sent, one.returned]).toEqual([null, []])
})

it('is drawn no more once the news of it are here, though the answer is not', async () => {
  const { state, say, goOn } = table()
  const one = new Swapping(state)
  const made = one.decide(SWAP)
  expect(one.sent).toEqual(SWAP)
  goOn()
  expect([one.sent, one.returned]).toEqual([null, []])
  goOn() // and so it stays
  expect(one.sent).toBeNull()
  say(true)
  expect(await made).toBe(true)
  expect(one.sent).toBeNull()
})

it('is taken back when it is refused', async () => {
  const { state, say } = table()
  const one = new Swapping(state)
  const made = one.decide({ keep: true })
  expect(one.sent).toEqual({ keep: true })
  expect(one.returned).toEqual([])
  say(false)
  expect(await made).toBe(false)
  expect(one.sent).toBeNull()
})

it('is not drawn when nobody would hear it', () => {
  const { here, state } = table(false)
  const one = new Swapping(state)
  void one.decide(SWAP)
  expect(one.sent).toBeNull()
  expect(here.decide).toHaveBeenCalledOnce() // which says why not
})
