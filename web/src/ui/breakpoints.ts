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
