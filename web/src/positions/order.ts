/** In which order the sides or seats of a game are drawn. */

/** The side of the viewer comes last, which is below; the others in the order in which they move after it. */
export function inOrder(sides: readonly (readonly number[])[], below: number | null): number[][] {
  const count = sides.flat().length
  const after = (seats: readonly number[]): number =>
    Math.min(...seats.map((seat) => (seat - (below ?? count - 1) + count) % count || count))
  const isBelow = (seats: readonly number[]): boolean => below !== null && seats.includes(below)
  return sides
    .map((seats) => [...seats])
    .sort((a, b) => Number(isBelow(a)) - Number(isBelow(b)) || after(a) - after(b))
}
