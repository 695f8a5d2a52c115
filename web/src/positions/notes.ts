/** What a lesson marks on a board. */

import type { Space } from '../pieces/geometry'

export interface Note {
  stops?: readonly (readonly [Space, Space])[] // where lines stop: their last space, and the next one
  gaps?: readonly Space[]
  crosses?: readonly Space[] // symbols that do not count
  lights?: readonly Space[] // symbols that are meant
  spaces?: readonly Space[] // where to look
  arrows?: readonly (readonly [Space, Space])[]
}
