/** Where the keyboard goes when what it was on is gone. */

const CONTROLS = 'button:not(:disabled, [aria-disabled="true"]), a[href], input:not(:disabled), [tabindex="0"]'
/** How long to wait for a page that is still loading, in milliseconds. */
const WAIT_MS = 8000

const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body

/** Go there, if the focus is nowhere. */
export function focusOn(element: HTMLElement | null): void {
  if (isNowhere()) element?.focus({ preventScroll: true })
}

/** Go to the first control within the first place that has one. */
export function focusFirst(...places: string[]): void {
  for (const place of places) {
    const found = document.querySelector(place)?.querySelector<HTMLElement>(CONTROLS)
    if (found) return focusOn(found)
  }
}

/** Focus where the page begins: its heading, or its main part. False if neither is there yet. */
function focusStart(): boolean {
  const place = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
  if (!place) return false
  if (!isNowhere()) return true // it has chosen a place itself
  place.tabIndex = -1
  place.dataset.arrived = ''
  place.addEventListener(
    'blur',
    () => {
      place.removeAttribute('tabindex')
      delete place.dataset.arrived
    },
    { once: true },
  )
  place.focus({ preventScroll: true })
  return true
}

/** Go to where the page begins, as soon as it is there; returns a function that stops waiting. */
export function focusWhenReady(): () => void {
  if (focusStart()) return () => {}
  const observer = new MutationObserver(() => focusStart() && stop())
  const timer = setTimeout(() => stop(), WAIT_MS)
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
