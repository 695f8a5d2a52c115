import { describe, expect, it } from 'vitest'
import { invitation, tableAt } from './links'

describe('a pasted link', () => {
  it.each([
    ['http://localhost:8000/table/h4nOaRepbkF-?invite=EXnXmoCZDB0a_mqm', '/table/h4nOaRepbkF-?invite=EXnXmoCZDB0a_mqm'],
    ['  https://play.example/table/h4nOaRepbkF-  ', '/table/h4nOaRepbkF-'],
    ['play.example/table/h4nOaRepbkF-/', '/table/h4nOaRepbkF-'],
    ['<https://play.example/table/h4nOaRepbkF-?a=b&invite=x_-1#end>', '/table/h4nOaRepbkF-?invite=x_-1'],
    ['/table/h4nOaRepbkF-?invite=x', '/table/h4nOaRepbkF-?invite=x'],
    ['h4nOaRepbkF-', '/table/h4nOaRepbkF-'],
  ])('%s leads to %s', (pasted, found) => expect(tableAt(pasted)).toBe(found))

  it.each(['', 'hello', 'https://play.example/', 'https://play.example/table/', 'two words here', '/rules/classic'])(
    '%j leads nowhere',
    (pasted) => expect(tableAt(pasted)).toBeNull(),
  )
})

it('an invitation leads to its table', () => {
  const link = invitation('https://play.example', 'h4nOaRepbkF-', 'a_b')
  expect(link).toBe('https://play.example/table/h4nOaRepbkF-?invite=a_b')
  expect(tableAt(invitation('https://play.example', 'h4nOaRepbkF-', null))).toBe('/table/h4nOaRepbkF-')
})
