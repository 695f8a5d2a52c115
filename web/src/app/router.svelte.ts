/** Which page is shown: the address, and how to go elsewhere without loading anew. */

import { loadsAnew } from './version.svelte'

class Route {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))
  hash = $state(location.hash.slice(1))

  read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
    this.hash = location.hash.slice(1)
  }
}

export const route = new Route()

/** Go to another page of ours. */
export function go(href: string, replace = false): void {
  if (!replace && loadsAnew(href)) return
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  const before = route.path
  route.read()
  if (route.path !== before) scrollTo(0, 0)
}

/** Follow plain clicks on links to our pages here; leave everything else to the browser. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  go(link.href)
}

addEventListener('popstate', () => {
  if (location.pathname === route.path || !loadsAnew(location.href)) route.read()
})
addEventListener('hashchange', () => route.read())
