/** How the app can be installed in this browser. */

/** Chromium's event; it is not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

class Installation {
  offered = $state.raw<InstallPrompt | null>(null)
}
const installation = new Installation()

// The browser offers it once, soon after the page is loaded.
addEventListener('beforeinstallprompt', (event) => (installation.offered = event as InstallPrompt))
addEventListener('appinstalled', () => (installation.offered = null))

/** Whether the browser can be asked to install the app. */
export const canInstall = (): boolean => installation.offered !== null

/** Whether this is a browser of iOS, in which only its own menu installs an app, and the app is not installed yet. */
export const installsByHand = (): boolean => 'standalone' in navigator && navigator.standalone === false

export async function install(): Promise<void> {
  const { offered } = installation
  installation.offered = null // it can be used only once
  await offered?.prompt()
}
