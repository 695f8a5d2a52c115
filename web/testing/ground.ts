/** A small board for tests, made as the server makes them: spaces row by row, pairs, directions clockwise. */

import { distance, keyOf, type Space } from '../src/pieces/geometry'
import type { Board, BoardPosition } from '../src/net/wire'
import { Ground } from '../src/table/board/ground'

export const DIRECTIONS: [number, number][] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
]

export function boardOf(radius: number): Board {
  const spaces: [number, number][] = []
  for (let r = -radius; r <= radius; r++) {
    for (let q = -radius; q <= radius; q++) if (distance([q, r], [0, 0]) <= radius) spaces.push([q, r])
  }
  const number = new Map(spaces.map((space, k) => [keyOf(space), k]))
  const edges = spaces.flatMap(([q, r], k) =>
    DIRECTIONS.slice(0, 3).flatMap(([dq, dr]): [number, number][] => {
      const other = number.get(keyOf([q + dq, r + dr]))
      return other === undefined ? [] : [[k, other]]
    }),
  )
  return { radius, spaces, edges, directions: DIRECTIONS }
}

/** A ground with symbols on some spaces; a tile may go wherever two empty spaces touch, or where `may` says. */
export function groundOf(radius: number, symbols: Record<string, string>, may: (a: Space, b: Space) => boolean = () => true): Ground {
  const board = boardOf(radius)
  const at = (space: Space): string => symbols[keyOf(space)] ?? '.'
  const exists = (space: Space): boolean => distance(space, [0, 0]) <= radius
  const seen = (space: Space): string =>
    DIRECTIONS.map(([dq, dr]) => {
      const symbol = at([space[0] + dq, space[1] + dr])
      let length = 0
      for (let here: Space = [space[0] + dq, space[1] + dr]; symbol !== '.' && exists(here) && at(here) === symbol; length++) {
        here = [here[0] + dq, here[1] + dr]
      }
      return length ? `${symbol}${length.toString(36)}` : '..'
    }).join('')
  let spots = 0n
  board.edges.forEach(([a, b], k) => {
    const pair = [board.spaces[a] as Space, board.spaces[b] as Space] as const
    if (pair.every((space) => at(space) === '.') && may(...pair)) spots |= 1n << BigInt(k)
  })
  const position: BoardPosition = {
    kind: 'board',
    pegs: [[0, 0, 0, 0, 0, 0]],
    ranks: [1],
    due: 1,
    bonus: false,
    ranked_by: [],
    radius,
    cells: board.spaces.map(at).join(''),
    rays: board.spaces.map((space) => (at(space) === '.' ? seen(space) : '')),
    spots: spots.toString(16),
    first_turn: false,
    bag: 10,
  }
  return new Ground(board, position)
}
