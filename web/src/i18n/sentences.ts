/** Composes texts: joins sentences, and marks the parts to emphasize. */

const ENDS = /[.!?…:;][»”’"')\]]*$/u

/** Join sentences. One without final punctuation gets a full stop; empty ones are left out. */
export function joinSentences(...sentences: readonly (string | null | undefined)[]): string {
  const said = sentences.flatMap((one) => (one?.trim() ? [one.trim()] : []))
  return said.map((one, k) => (k < said.length - 1 && !ENDS.test(one) ? `${one}.` : one)).join(' ')
}

// Private-use characters, which occur in no text; they never reach the page.
const FROM = '\ue000'
const TO = '\ue001'

/** Mark a value to be emphasized in its sentence. */
export const strong = (value: string | number): string => `${FROM}${value}${TO}`

export interface Part {
  text: string
  strong: boolean
}

/** The parts of a sentence; every second one is emphasized. */
export const partsOf = (sentence: string): Part[] =>
  sentence
    .split(/[\ue000\ue001]/u)
    .map((text, k) => ({ text, strong: k % 2 === 1 }))
    .filter(({ text }) => text)

/** A sentence without marks, for screen readers. */
export const plain = (sentence: string): string => sentence.replaceAll(/[\ue000\ue001]/gu, '')
