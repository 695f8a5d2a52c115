/** The links by which people come to a table. */

const ID = /^[\w-]{6,64}$/

/** Where a pasted link or code leads, or null if it is not ours. */
export function tableAt(pasted: string): string | null {
  const text = pasted.trim().replace(/^<|>$/g, '')
  if (ID.test(text)) return `/table/${text}`
  const found = /(?:^|\/)table\/(?<id>[\w-]+)\/?(?:\?(?<query>[^#\s]*))?(?:#\S*)?$/.exec(text)
  const id = found?.groups?.id
  if (!id || !ID.test(id)) return null
  const invite = new URLSearchParams(found.groups?.query ?? '').get('invite')
  return `/table/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`
}

/** The invitation link: anyone who opens it may take a seat. */
export function invitation(origin: string, table: string, invite: string | null): string {
  return `${origin}/table/${table}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`
}
