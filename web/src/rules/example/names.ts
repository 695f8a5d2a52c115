/** What a remark mentions: pieces and spaces. */

import { type Space, spaceOf } from '../../pieces/geometry'

export interface Part {
  kind: 'text' | 'piece' | 'space'
  text: string
}

const SPECIAL = /(?<![\p{L}\d])(?:([ROYGBP]{2})|([A-O](?:1[0-5]|[1-9])))(?![\p{L}\d])/gu

/** A remark in parts: words, tiles or cards written with two letters, and names of spaces. */
export function partsOf(note: string, hasSpaces: boolean): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const found of note.matchAll(SPECIAL)) {
    if (found[2] && !hasSpaces) continue
    parts.push({ kind: 'text', text: note.slice(end, found.index) })
    parts.push({ kind: found[1] ? 'piece' : 'space', text: found[0] })
    end = found.index + found[0].length
  }
  parts.push({ kind: 'text', text: note.slice(end) })
  return parts.filter(({ text }) => text)
}

export function spacesIn(note: string): Space[] {
  return partsOf(note, true).flatMap(({ kind, text }) => (kind === 'space' ? [spaceOf(text)] : []))
}
