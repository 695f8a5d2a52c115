/** Calls players back when it becomes their turn on a page in the background: the icon's badge and, if allowed, a notification. */

import { prefs } from './prefs.svelte'
import { closeNotifications, offline, tell } from './version.svelte'

export class TurnAlert {
  #wasTurn = false
  #isShown = false
  readonly #show: () => void
  readonly #clear: () => void

  constructor(show: () => void, clear: () => void) {
    this.#show = show
    this.#clear = clear
  }

  update(isTurn: boolean, isHidden: boolean): void {
    if (isTurn && isHidden && !this.#wasTurn) {
      this.#isShown = true
      this.#show()
    } else if (this.#isShown && !(isTurn && isHidden)) {
      this.#isShown = false
      this.#clear()
    }
    this.#wasTurn = isTurn
  }
}

/** Whether notifications can be shown here: on phones only the service worker may show one. */
export const canNotify = (): boolean => offline.isReady && 'Notification' in window

/** Ask for permission; whether it was given. Only an action of the user may call this. */
export async function allowNotifications(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** The alert of a table. */
export function alertOf(href: string, words: () => { title: string; body: string }): TurnAlert {
  const ignore = (): void => {} // only an installed app has an icon
  return new TurnAlert(
    () => {
      void navigator.setAppBadge?.().catch(ignore)
      if (prefs.notify && canNotify() && Notification.permission === 'granted') tell({ do: 'notify', href, ...words() })
    },
    () => {
      void navigator.clearAppBadge?.().catch(ignore)
      void closeNotifications(href)
    },
  )
}
