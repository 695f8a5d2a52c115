/**
 * The widths in pixels at which layouts change, each named after the widest screen below it. Style sheets use them as
 * `@media (--up-to-phone)` and `@media (--above-phone)` (see `vite.config.ts`), code as `screen.isUpTo('phone')`.
 */
export const BREAKPOINTS = {
  tiny: 340, // the smallest phones
  slim: 360,
  small: 380,
  plus: 500, // phones held upright
  handset: 600,
  phone: 700,
  foldable: 760,
  upright: 800, // tablets held upright
  tablet: 900,
  stacked: 1000, // where replays and rules have one column
  compact: 1100,
  narrow: 1200,
  laptop: 1280,
  desktop: 1360,
  large: 1400,
} as const

export type Breakpoint = keyof typeof BREAKPOINTS

/**
 * The heights in pixels at which the layouts of phones change, each named after the tallest screen below it. Style sheets
 * use them as `@media (--as-low-as-flat)`.
 */
export const HEIGHTS = {
  flat: 350, // small phones held sideways
  shortest: 600, // the lines of several others are lower
  shorter: 660, // no line says that a player is offline if there are several others
  short: 700, // the own score board becomes a line, and the result is shorter
} as const
