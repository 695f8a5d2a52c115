/** For tests: a view of which only some fields matter. */

import type { SharedView, View } from '../src/net/wire'

/** Some fields of a view, its own and the shared ones side by side. */
export type ViewFields = Partial<Omit<View, 'shared'> & SharedView>

const SHARED = {
  phase: true,
  seats: true,
  since: true,
  rules: true,
  position: true,
  deadline: true,
  left: true,
  paused: true,
  stand_ins: true,
  asking: true,
  rematch: true,
  match: true,
  verdict: true,
} satisfies Record<keyof SharedView, true>

/** A view with some fields set anew, each where it belongs. */
export function withView(base: View, fields: ViewFields): View {
  const all = Object.entries(fields)
  const shared = all.filter(([name]) => name in SHARED)
  const own = all.filter(([name]) => !(name in SHARED))
  return { ...base, ...Object.fromEntries(own), shared: { ...base.shared, ...Object.fromEntries(shared) } }
}
