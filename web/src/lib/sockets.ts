/** For tests: sockets that say what they are told to. */

import type { ClientMessage, ServerMessage } from '../wire'

export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  /** All that were made, the newest last. */
  static made: FakeSocket[] = []

  readonly url: URL
  readyState = FakeSocket.CONNECTING
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null

  constructor(url: string) {
    this.url = new URL(url)
    FakeSocket.made.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
  }

  /** The server answers. */
  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** The connection ends without our doing. */
  break(code = 1006, reason = ''): void {
    this.readyState = FakeSocket.CLOSED
    this.onclose?.({ code, reason })
  }
}

/** The socket in use. */
export const newest = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket
