/** Why something was refused, in the language of the page: a sentence for every code of the server. */

import type { Refusal } from './api'
import { type Key, t } from './words.svelte'

const WORDS: Record<Refusal['code'], Key> = {
  agreed: 'refused.agreed',
  asked: 'refused.asked',
  begun: 'refused.begun',
  busy: 'refused.busy',
  closed: 'refused.closed',
  fault: 'refused.fault',
  full: 'refused.full',
  'look-first': 'refused.look',
  malformed: 'refused.no',
  missing: 'refused.missing',
  name: 'refused.name',
  'no-seat': 'refused.no',
  'no-table': 'refused.notable',
  nobody: 'refused.nobody',
  'nobody-asks': 'refused.settled',
  'not-asked': 'refused.notasked',
  'not-begun': 'refused.notbegun',
  'not-casual': 'refused.casual',
  'not-host': 'refused.host',
  'not-over': 'refused.notover',
  'not-seated': 'refused.members',
  'not-your-seat': 'refused.seat',
  'not-your-turn': 'why.A2',
  'nothing-to-take-back': 'refused.nothing',
  offline: 'refused.offline',
  origin: 'refused.no',
  'other-asks': 'refused.settled',
  over: 'refused.over',
  private: 'refused.private',
  program: 'refused.settings',
  record: 'refused.record',
  'record-hides': 'refused.hides',
  'record-is-long': 'refused.long',
  'record-not-over': 'refused.notover',
  rematched: 'refused.rematched',
  rule: 'refused.no',
  'seat-free': 'refused.free',
  'seat-left': 'refused.left',
  'seat-taken': 'refused.taken',
  seated: 'refused.no',
  settings: 'refused.settings',
  stale: 'refused.stale',
  'time-is-up': 'strip.late.you',
  'too-large': 'refused.long',
  'too-many-tables': 'refused.tables',
  'too-many-takebacks': 'refused.enough',
  'too-much': 'refused.much',
  'too-quick': 'refused.quick',
  'too-slow': 'refused.busy',
  uninvited: 'refused.invite',
}

/** A server that is newer than the page may have more codes. */
export function refused({ code }: Pick<Refusal, 'code'>): string {
  return t(WORDS[code] ?? 'refused.no')
}
