/** How large the dice are drawn that only lie there, and where the names stand. */

interface Room {
  width: number
  height: number
}

/** The width of a die with its gap. */
const PITCH = 1.24

/** The size of the others' dice in their zone, of which their names need a part. */
export function othersDice({ width, height }: Room, dice: number, players: number, isPhone: boolean): number {
  const isOne = players === 1 // then the name stands beside the dice
  const above = isPhone ? (isOne ? 18 : 40) : isOne ? 48 : 90
  const aside = isPhone ? (isOne ? 100 : 16) : isOne ? 200 : 24
  return Math.max(26, Math.min(92, height - above, (width / players - aside) / (PITCH * dice)))
}

/**
 * The same for one's own dice, and whether the name stands beside them. It stands above only if the dice are as large
 * there as the width allows: so they never grow when there is less height.
 */
export function ownDice({ width, height }: Room, dice: number, players: number, isPhone: boolean): { size: number; beside: boolean } {
  const most = Math.min(112, (width - (isPhone ? 110 : 220)) / (PITCH * dice))
  const beside = !isPhone || players === 1 || height - 100 < most
  return { size: Math.max(30, beside ? Math.min(most, height - (isPhone ? 24 : 48)) : most), beside }
}
