/** Leading the reader to a rule. */

/** The heading right above something, which is to be read with it; without one, the thing itself. */
function withHeading(whole: HTMLElement): HTMLElement {
  for (let at: Element | null = whole; at && at.tagName !== 'SECTION'; at = at.parentElement) {
    const before = at.previousElementSibling
    if (before) return /^H\d$/.test(before.tagName) ? (before as HTMLElement) : whole
  }
  return whole
}

/** Bring a rule, a section or an example into view, and mark the paragraph of a rule. */
export function show(root: HTMLElement, place: string | null): boolean {
  for (const marked of root.querySelectorAll('.asked')) marked.classList.remove('asked')
  const found = place ? root.querySelector<HTMLElement>(`[id="${CSS.escape(place)}"]`) : null
  if (!found) return false
  const whole = found.closest<HTMLElement>('p, li, td') ?? found
  if (/^[A-J]\d+$/.test(place ?? '')) whole.classList.add('asked')
  withHeading(whole).scrollIntoView({ block: 'start' })
  return true
}
