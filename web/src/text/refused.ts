/** Why something was refused, in the language of the page: a sentence for every code that the server sends. */

import type { Refusal } from '../net/http'
import { has, type Key, t } from '../i18n/catalogue.svelte'

type Code = Refusal['code']

/** Codes without a sentence of their own; the others have `refused.` and their code as the key. */
const SHARED = {
  malformed: 'refused.no',
  'no-seat': 'refused.no',
  'nobody-asks': 'refused.settled',
  'not-over': 'refused.notover',
  'not-your-turn': 'why.A2',
  origin: 'refused.no',
  'other-asks': 'refused.settled',
  program: 'refused.settings',
  'record-is-long': 'refused.long',
  'record-not-over': 'refused.notover',
  rule: 'refused.no',
  seated: 'refused.no',
  'time-is-up': 'strip.late.you',
  'too-large': 'refused.long',
  'too-slow': 'refused.busy',
} as const satisfies Partial<Record<Code, Key>>

const isShared = (code: Code): code is keyof typeof SHARED => code in SHARED

/** A server that is newer than the page may have more codes. */
export function refused({ code }: Pick<Refusal, 'code'>): string {
  const key = isShared(code) ? SHARED[code] : (`refused.${code}` as const)
  return t(has(key) ? key : 'refused.no')
}
