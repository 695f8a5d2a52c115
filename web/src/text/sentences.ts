/** Texts that are put together: sentences in a row, and what stands out in them. */

const ENDS = /[.!?…:;][»”’"')\]]*$/u

/** Sentences in a row. One that has no mark at its end gets a full stop; what is empty is left out. */
export function inARow(...sentences: readonly (string | null | undefined)[]): string {
  const said = sentences.flatMap((one) => (one?.trim() ? [one.trim()] : []))
  return said.map((one, k) => (k < said.length - 1 && !ENDS.test(one) ? `${one}.` : one)).join(' ')
}

// Characters that no text has, and no font: they never reach the page.
const FROM = '\ue000'
const TO = '\ue001'

/** A value that stands out in its sentence. */
export const strong = (value: string | number): string => `${FROM}${value}${TO}`

export interface Part {
  text: string
  strong: boolean
}

/** A sentence in parts, every second of which stands out. */
export const partsOf = (sentence: string): Part[] =>
  sentence
    .split(/[\ue000\ue001]/u)
    .map((text, k) => ({ text, strong: k % 2 === 1 }))
    .filter(({ text }) => text)

/** A sentence as it is read aloud. */
export const plain = (sentence: string): string => sentence.replaceAll(/[\ue000\ue001]/gu, '')
