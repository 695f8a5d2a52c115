/** Leading the reader to a rule. */

/** Bring a rule, a section or an example into view, and mark the paragraph of a rule. */
export function show(root: HTMLElement, place: string | null): boolean {
  for (const marked of root.querySelectorAll('.asked')) marked.classList.remove('asked')
  const found = place ? root.querySelector<HTMLElement>(`[id="${CSS.escape(place)}"]`) : null
  if (!found) return false
  const whole = found.closest<HTMLElement>('p, li, td') ?? found
  if (/^[A-J]\d+$/.test(place ?? '')) whole.classList.add('asked')
  whole.scrollIntoView({ block: 'start' })
  return true
}
