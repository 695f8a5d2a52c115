/** What is said in the header for a while: one thing at a time, the most important first. */

import { untrack } from 'svelte'
import { list, t } from '../../i18n/catalogue.svelte'
import type { News, NewsMessageSent, NewsDecisionMade } from '../../net/wire'
import type { TableState } from '../state.svelte'
import { now, timeLeft } from './clock.svelte'
import { explained } from './refusals'
import { isToldByBoards, silentOf } from './silent.svelte'
import { forWhom } from './standins'
import { seatOf } from './who'

export interface Action {
  label: string
  testid: string
  icon?: 'retry' // in place of the label where there is little room
  run: () => void
}

export interface Strip {
  text: string
  icon: 'silent' | 'away' | 'clock' | 'undo' | 'bot' | 'eye' | 'word' | 'people' | 'bulb' | 'link' | 'close'
  testid: string
  actions?: Action[]
  rule?: string | null // asked for with Why?
  dismiss?: () => void
  share?: number // of the pause of a clock that is left
}

/** A connection that is back at once was never missed. */
const PATIENCE = 1200
/** How long a silence may cost no time, in milliseconds. */
const FORGIVEN = 15_000
const WORD = 3000
const NOTICE = 5000
/** The same for what changes who plays: it has to be read. */
const STANDS_IN = 8000
const REFUSAL = 8000
/** How many characters of a message the header shows. */
const EXCERPT = 60

function lasting({ event }: News): number {
  if (event === 'reacted') return WORD
  return event === 'played' || event === 'left' || event === 'ran-out' ? STANDS_IN : NOTICE
}

export class Notices {
  #here: TableState
  #reads: () => boolean
  #passing = $state.raw<Strip | null>(null)
  #missed = $state(false)
  #heard: number // the number of the last news
  #gone: readonly number[] | null = null // the seats that were reported as away
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Create it while a component is set up: it lives as long as the component. `reads`: whether messages are on the screen. */
  constructor(here: TableState, reads: () => boolean = () => false) {
    this.#here = here
    this.#reads = reads
    this.#heard = untrack(() => here.recent.at(-1)?.number ?? -1)
    $effect(() => this.#watchConnection(here.live.status === 'lost' || here.live.status === 'connecting'))
    $effect(() => {
      const { recent } = here
      untrack(() => this.#hear(recent)) // each of them once, whatever changes beside it
    })
    $effect(() => {
      const { absent } = here.live
      untrack(() => this.#look(absent))
    })
    $effect(() => this.#forget(here))
    $effect(() => () => clearTimeout(this.#timer))
  }

  readonly strip: Strip | null = $derived.by(
    () =>
      this.#connection() ??
      this.#request() ??
      this.#refused() ??
      this.#loading() ??
      this.#standIn() ??
      this.#silent() ??
      this.#passing ??
      this.#watching(),
  )

  #watchConnection(away: boolean): (() => void) | void {
    if (!away) {
      this.#missed = false
      return
    }
    // A silence has already lasted for a while when it is noticed, so it is shown at once.
    const timer = setTimeout(() => (this.#missed = true), this.#here.live.lostAt + PATIENCE - Date.now())
    return () => clearTimeout(timer)
  }

  /** A refusal is about what was just tried; soon it is no news. */
  #forget(here: TableState): (() => void) | void {
    const { refusal } = here
    if (!refusal) return
    const timer = setTimeout(() => {
      if (here.refusal === refusal) here.refusal = null
    }, REFUSAL)
    return () => clearTimeout(timer)
  }

  /** Said at once if something was tried meanwhile: that is why it was not done. */
  #connection(): Strip | null {
    const { refusal, live } = this.#here
    const tried = refusal?.status === 0 && live.status !== 'open'
    if (!this.#missed && !tried) return null
    const again: Action = { label: t('load.again'), testid: 'reconnect', icon: 'retry', run: () => live.retry() }
    return { text: this.#lost(), icon: 'link', testid: 'connection', actions: [again] }
  }

  /** What the lost connection means for the player. */
  #lost(): string {
    const here = this.#here
    const { view, lostAt } = here.live
    if (view?.shared.phase !== 'playing' || !here.yours.length) return t('strip.lost')
    if (here.decision.isSent) return t('strip.lost.sent')
    const seat = view.turn?.seat ?? -1
    if (!here.yours.includes(seat)) return t('strip.lost')
    const left = timeLeft(here, seat)
    if (left === null) return t('strip.lost.safe')
    const counted = now() - lostAt - FORGIVEN // if the server is up
    if (counted <= 0) return t('strip.lost.brief')
    return t(counted < left ? 'strip.lost.yours' : 'strip.lost.late')
  }

  /** The players who are asked for a takeback of the viewer. */
  #asked(asking: number): string {
    const here = this.#here
    const others = (here.view?.shared.seats ?? []).flatMap((chair, seat) => {
      const plays = chair.kind === 'open' && chair.taken && !chair.away && !chair.late
      return plays && seat !== asking && !here.yours.includes(seat) ? [seat] : []
    })
    const [only] = others
    return others.length === 1 ? t('strip.asked.one', { name: here.name(only ?? 0) }) : t('strip.asked')
  }

  #request(): Strip | null {
    const here = this.#here
    const asking = here.view?.shared.asking
    if (asking === undefined) return null
    const name = here.name(asking)
    if (here.yours.includes(asking)) {
      const withdraw = { label: t('strip.withdraw'), testid: 'takeback-withdraw', run: () => void here.send({ do: 'takeback-withdraw' }) }
      const strip: Strip = { text: this.#asked(asking), icon: 'undo', testid: 'asked-back' }
      return here.view?.can?.includes('takeback-withdraw') ? { ...strip, actions: [withdraw] } : strip
    }
    if (!here.view?.can?.includes('takeback-reply')) {
      return { text: t('strip.asked.other', { name }), icon: 'undo', testid: 'asked-back' }
    }
    const answer = (agrees: boolean) => () => void here.send({ do: 'takeback-reply', agrees, seat: asking })
    return {
      text: t('strip.asks', { name }),
      icon: 'undo',
      testid: 'asks-back',
      actions: [
        { label: t('strip.refuse'), testid: 'refuse-back', run: answer(false) },
        { label: t('strip.allow'), testid: 'allow-back', run: answer(true) },
      ],
    }
  }

  #refused(): Strip | null {
    const { refusal } = this.#here
    if (!refusal || refusal.status === 0) return null
    const dismiss = (): void => void (this.#here.refusal = null)
    return { text: explained(refusal), icon: 'close', testid: 'refusal', rule: refusal.rule, dismiss }
  }

  #loading(): Strip | null {
    return this.#here.loadingHints ? { text: t('strip.hints'), icon: 'bulb', testid: 'hints-loading' } : null
  }

  /** A bot plays for the viewer. */
  #standIn(): Strip | null {
    const here = this.#here
    const { view, yours } = here
    if (view?.shared.phase !== 'playing') return null
    const away = yours.find((seat) => view.shared.seats[seat]?.away)
    if (away !== undefined) {
      const sit = (): void => void here.send({ do: 'sit', seat: away })
      const text = yours.length > 1 ? t('strip.left', { name: here.name(away) }) : t('strip.away.you')
      return { text, icon: 'bot', testid: 'away', actions: [{ label: t('strip.sit'), testid: 'sit', run: sit }] }
    }
    const late = yours.length === 1 && view.shared.seats[seatOf(here) ?? -1]?.late
    return late ? { text: t('strip.late.you'), icon: 'clock', testid: 'late' } : null
  }

  /** Another player's connection is silent, and no score board says so. */
  #silent(): Strip | null {
    const silent = isToldByBoards(this.#here) ? null : silentOf(this.#here)
    return silent && { text: silent.text, icon: 'silent', testid: 'silent', share: silent.share }
  }

  #watching(): Strip | null {
    const { view, yours } = this.#here
    if (view?.shared.phase !== 'playing' || yours.length) return null
    return { text: t('strip.watching'), icon: 'eye', testid: 'watching' }
  }

  /** Who went or came back since one looked last; what one finds when one comes is no news. */
  #look(absent: readonly number[] | null): void {
    const before = this.#gone
    this.#gone = absent
    if (!before || !absent || this.#here.live.view?.shared.rematch) return // who goes on to a rematch is not away
    const here = this.#here
    const plays = (seat: number): boolean => {
      const chair = here.live.view?.shared.seats[seat]
      return Boolean(chair?.taken) && !here.yours.includes(seat) && !chair?.away && !chair?.late
    }
    const sentences = (key: 'strip.returned' | 'strip.gone', seats: readonly number[]): string[] =>
      seats.length ? [t(key, { names: list(seats.map((seat) => here.name(seat))), n: seats.length })] : []
    const went = absent.filter((seat) => plays(seat) && !before.includes(seat))
    const back = before.filter((seat) => plays(seat) && !absent.includes(seat))
    const text = [...sentences('strip.returned', back), ...sentences('strip.gone', went)].join(' · ')
    if (text) this.#pass({ text, icon: went.length ? 'away' : 'people', testid: 'notice' })
  }

  #pass(strip: Strip, milliseconds = NOTICE): void {
    this.#passing = strip
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#passing = null), milliseconds)
  }

  #hear(news: readonly News[]): void {
    // What was missed while one was away is no news any more.
    const since = Date.now() + this.#here.live.ahead - 2 * NOTICE
    for (const item of news) {
      if (item.number <= this.#heard) continue
      this.#heard = item.number
      if (item.at < since) continue
      const strip = this.#noticed(item)
      if (strip) this.#pass(strip, lasting(item))
    }
  }

  /** A bot decided because the time for one decision was up; players who are away or out of total time have other notices. */
  #stoodIn({ seat, stand_in, story }: NewsDecisionMade): Strip | null {
    const here = this.#here
    if (!stand_in || here.settings?.clock.kind !== 'move' || here.view?.shared.seats[seat]?.away) return null
    const tile = story.some(([kind]) => kind === 'Placed')
    const text = t(tile ? 'strip.stood.tile' : 'strip.stood', { name: forWhom(here, seat) })
    return { text, icon: 'clock', testid: 'stood-in' }
  }

  /** A message of a partner. On a shared screen its text is shown only together with the tiles of the seat. */
  #written({ seat, text }: NewsMessageSent): Strip | null {
    const here = this.#here
    if (text === undefined || here.yours.includes(seat) || here.live.view?.shared.phase !== 'playing' || this.#reads()) return null
    const letters = [...text]
    const short =
      letters.length > EXCERPT
        ? `${letters
            .slice(0, EXCERPT - 1)
            .join('')
            .trimEnd()}…`
        : text
    const words = { name: here.name(seat), text: short }
    return { text: t(here.yours.length > 1 ? 'strip.wrote.hidden' : 'strip.wrote', words), icon: 'word', testid: 'wrote' }
  }

  #noticed(item: News): Strip | null {
    if (!('seat' in item)) return null
    const here = this.#here
    const name = here.name(item.seat)
    const mine = here.yours.includes(item.seat)
    switch (item.event) {
      case 'reacted':
        return { text: t('strip.said', { name, word: t(`word.${item.reaction}`) }), icon: 'word', testid: 'said' }
      case 'message-sent':
        return this.#written(item)
      case 'left':
        return mine ? null : { text: t('strip.left', { name }), icon: 'bot', testid: 'notice' }
      case 'sat':
        return mine ? null : { text: t('strip.sat', { name }), icon: 'people', testid: 'notice' }
      case 'played':
        return this.#stoodIn(item)
      case 'ran-out':
        // Where time is for one decision only, it is said when the bot has made it.
        return mine || here.settings?.clock.kind === 'move' ? null : { text: t('strip.late', { name }), icon: 'clock', testid: 'notice' }
      case 'refused-back':
        return mine ? null : { text: t('strip.refused', { name }), icon: 'undo', testid: 'notice' }
      case 'withdrew-back':
        return mine ? null : { text: t('strip.withdrew', { name }), icon: 'undo', testid: 'notice' }
      case 'took-back':
        return { text: mine ? t('strip.took.you') : t('strip.took', { name }), icon: 'undo', testid: 'notice' }
      default:
        return null
    }
  }
}
