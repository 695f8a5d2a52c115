/** For tests: events of a story. */

import type { Placed, StoryEvent } from '../src/net/wire'

/** A placed tile. */
export const placed = (tile: string, fields: Partial<Placed> = {}): StoryEvent => [
  'Placed',
  {
    seat: 0,
    tile,
    at: [
      [0, 0],
      [1, 0],
    ],
    bonus: false,
    ...fields,
  },
]
