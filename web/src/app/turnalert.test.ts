import { expect, it } from 'vitest'
import { TurnAlert } from './turnalert'

const [SHOWN, HIDDEN] = [false, true]

function alerts(...updates: [isTurn: boolean, isHidden: boolean][]): string[] {
  const calls: string[] = []
  const alert = new TurnAlert(
    () => calls.push('show'),
    () => calls.push('clear'),
  )
  for (const [isTurn, isHidden] of updates) alert.update(isTurn, isHidden)
  return calls
}

it('calls the player when it becomes their turn in the background', () => {
  expect(alerts([false, HIDDEN], [true, HIDDEN])).toEqual(['show'])
})

it('calls once, until the player looks', () => {
  expect(alerts([false, HIDDEN], [true, HIDDEN], [true, HIDDEN], [true, SHOWN], [true, HIDDEN])).toEqual(['show', 'clear'])
})

it('takes the call back when the turn is over', () => {
  expect(alerts([false, HIDDEN], [true, HIDDEN], [false, HIDDEN], [true, HIDDEN])).toEqual(['show', 'clear', 'show'])
})

it('says nothing to a player who has seen their turn', () => {
  expect(alerts([false, SHOWN], [true, SHOWN], [true, HIDDEN], [false, HIDDEN])).toEqual([])
})
