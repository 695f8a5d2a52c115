/** A peg of the duel in words: how far it is pulled, and by whom. Above 0 it is on the side of the first name. */
export const pulled = (value: number, names: readonly [string, string]): string =>
  value === 0 ? '0' : `${Math.abs(value)} ${names[value > 0 ? 0 : 1]}`
