import { describe, expect, it } from 'vitest'
import { gamesIn, RecordError } from './files'

const game = (changes = {}): string =>
  JSON.stringify({
    format: 'ingenious-record/1',
    game: 'duel',
    seats: ['a', 'b'],
    result: { ranks: [1, 2] },
    ...changes,
  })

function reason(text: string): [string, number] | null {
  try {
    gamesIn(text)
  } catch (error) {
    if (error instanceof RecordError) return [error.reason, error.line]
    throw error
  }
  return null
}

describe('a record file', () => {
  it('has one game, or one a line', () => {
    expect(gamesIn(game())).toHaveLength(1)
    expect(gamesIn(JSON.stringify(JSON.parse(game()), null, 2))).toHaveLength(1)
    expect(gamesIn(`${game()}\n\n${game({ game: 'solo' })}\n`).map((record) => record.game)).toEqual(['duel', 'solo'])
  })

  it('may hold a match with its games', () => {
    expect(gamesIn(`{"format": "ingenious-match/1", "games": [${game()}, ${game({ result: null })}]}`)).toHaveLength(1)
  })

  it('says what is wrong with it', () => {
    expect(reason('  \n')).toEqual(['empty', 0])
    expect(reason(`${game()}\n{"format"`)).toEqual(['unreadable', 2])
    expect(reason(game().slice(0, -9))).toEqual(['cut', 0])
    expect(reason(JSON.stringify(JSON.parse(game()), null, 2).slice(0, -9))).toEqual(['cut', 0])
    expect(reason(`${game()}\n${game().slice(0, 60)}`)).toEqual(['cut', 0])
    expect(reason(game().replace(',', ';'))).toEqual(['other', 0])
    expect(reason('{"name": "something else"}')).toEqual(['other', 0])
    expect(reason('\u0089PNG\n\u0000')).toEqual(['other', 0])
    expect(reason(`${game()}\n{}`)).toEqual(['unreadable', 2])
    expect(reason('[]')).toEqual(['other', 0])
    expect(reason(game({ result: null }))).toEqual(['running', 0])
    expect(reason(game({ view: 0 }))).toEqual(['redacted', 0])
  })
})
