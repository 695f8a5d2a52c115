/** Keys for the whole table, wherever the focus is, unless it is where letters are written. */

import { onMount } from 'svelte'

/** Hand each key to somebody who says whether it was meant for him. To be called while a component is made. */
export function listen(hear: (key: string) => boolean): void {
  onMount(() => {
    const down = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target?.closest('input:not([type=radio]), textarea, select, dialog, [role=dialog], [role=menu]')) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      // A control that has the focus keeps the keys that belong to it.
      const control = target?.closest('button, a, input')
      if (control && (key === 'Enter' || key === ' ')) return
      if (control instanceof HTMLInputElement && key.startsWith('Arrow')) return
      if (hear(key)) event.preventDefault()
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  })
}
