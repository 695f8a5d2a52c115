/** Messages that were sent over a socket and not answered yet, each with a time limit. */

import type { ServerMessage } from './wire'
import { Refusal } from './http'

interface Waiting {
  resolve: (message: ServerMessage) => void
  reject: (error: Refusal) => void
  timer: ReturnType<typeof setTimeout>
}

const unanswered = (status: number, error: string): Refusal => new Refusal(status, { code: 'offline', error })

/** The refusal of a message that was not sent, or whose connection broke before the answer came. */
export const connectionLost = (): Refusal => unanswered(0, 'the connection is lost')

export class PendingRequests {
  #last = 0
  #waiting = new Map<number, Waiting>()

  /** Wait at most `limit` milliseconds for an answer; then the request is rejected, and `late` is called. */
  add(limit: number, late: () => void): { id: number; answer: Promise<ServerMessage> } {
    const id = ++this.#last
    const answer = new Promise<ServerMessage>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id)
        reject(unanswered(504, 'the server does not answer'))
        late()
      }, limit)
      this.#waiting.set(id, { resolve, reject, timer })
    })
    return { id, answer }
  }

  /** Whether a request is still waiting. */
  has(id: unknown): boolean {
    return this.#waiting.has(id as number)
  }

  /** The server answered; an answer to a request that is no longer waiting is ignored. */
  resolve(id: unknown, message: ServerMessage): void {
    this.#take(id)?.resolve(message)
  }

  reject(id: unknown, error: Refusal): void {
    this.#take(id)?.reject(error)
  }

  /** The connection broke: it is unknown whether these were executed. */
  rejectAll(): void {
    for (const id of [...this.#waiting.keys()]) this.reject(id, connectionLost())
  }

  #take(id: unknown): Waiting | undefined {
    const found = this.#waiting.get(id as number)
    if (found) clearTimeout(found.timer)
    this.#waiting.delete(id as number)
    return found
  }
}
