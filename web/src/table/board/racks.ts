/** Where the tiles of a rack lie: a tile keeps its place as long as it is there. */

export type Places = readonly (string | null)[]

/** The places of a rack anew: tiles that are gone leave theirs empty, new ones take the first empty ones. */
export function arrange(before: Places, rack: readonly string[], size = 6): Places {
  const left = [...rack]
  const places = Array.from({ length: Math.max(size, rack.length) }, (_, k): string | null => {
    const tile = before[k] ?? null
    const found = tile === null ? -1 : left.indexOf(tile)
    if (found < 0) return null
    left.splice(found, 1)
    return tile
  })
  for (const tile of left) places[places.indexOf(null)] = tile
  return places
}
