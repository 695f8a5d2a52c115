/** When to retry: after growing pauses, or as soon as the network is back. */

const FIRST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 4000
const GROWTH = 1.8

/** Growing pauses with jitter, so that the clients of a restarted server do not all return at the same moment. */
export class Backoff {
  #pause = FIRST_PAUSE_MS

  /** Milliseconds to wait before the next attempt. */
  next(): number {
    const pause = this.#pause * (0.75 + Math.random() / 2)
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * GROWTH)
    return pause
  }

  reset(): void {
    this.#pause = FIRST_PAUSE_MS
  }
}

/** Call `retry` when the network comes back or the page becomes visible; returns a function that unsubscribes. */
export function onWake(retry: () => void): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') retry()
  }
  addEventListener('online', retry)
  document.addEventListener('visibilitychange', seen)
  return () => {
    removeEventListener('online', retry)
    document.removeEventListener('visibilitychange', seen)
  }
}
