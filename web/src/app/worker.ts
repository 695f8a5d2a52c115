/** What the pages tell the service worker. */

export type WorkerMessage =
  | { do: 'take-over' } // stop waiting: no game is open
  | { do: 'notify'; title: string; body: string; href: string }
