/** For tests: sockets that send what a test gives them. */

import type { ClientMessage, ServerMessage } from '../src/net/wire'

export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  /** All that were made, the newest last. */
  static made: FakeSocket[] = []

  /** As a real server does, an open one sends a heartbeat every two seconds, unless the network is silent. */
  isSilent = false
  readonly url: URL
  readyState = FakeSocket.CONNECTING
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null

  #ahead = 0 // the server's clock minus ours
  #beating: ReturnType<typeof setInterval> | undefined

  constructor(url: string) {
    this.url = new URL(url)
    FakeSocket.made.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
    clearInterval(this.#beating)
  }

  /** The server answers. */
  open(): void {
    this.readyState = FakeSocket.OPEN
    this.#beating = setInterval(() => this.say({ type: 'heartbeat', now: Date.now() + this.#ahead }), 2000)
    this.onopen?.()
  }

  say(message: ServerMessage): void {
    if (this.isSilent) return
    if ('now' in message) this.#ahead = message.now - Date.now()
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** The connection ends without our doing. */
  break(code = 1006, reason = ''): void {
    this.close()
    this.onclose?.({ code, reason })
  }
}

/** The socket in use. */
export const newest = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket
