interface Early {
  /** By URL; null for a reply that did not come. */
  replies: Record<string, Promise<Response | null>>
  /** Whether the list has come whole, so that waiting for it takes no time. */
  isListHere: boolean
}

declare global {
  /** What public/early.js has asked for before any other code had loaded. */
  var early: Early | undefined
}

/** Forgets what was asked for early: it may be another person's. */
export function dropEarly() {
  globalThis.early = undefined
}

/** Whether the first list's reply is here already, and not yet used. */
export const isEarlyListHere = () => globalThis.early?.isListHere === true

/** `fetch`, with the reply if this very request was made early. Each is used once, and none after another request of its path. */
export async function fetchOrTake(url: string, init: RequestInit): Promise<Response> {
  const replies = globalThis.early?.replies ?? {}
  const match = Object.keys(replies).find((other) => pathOf(other) === pathOf(url))
  if (match === undefined) return fetch(url, init)
  const reply = match === url ? replies[match] : null
  delete replies[match]
  if (Object.keys(replies).length === 0) dropEarly()
  return (await reply) ?? fetch(url, init)
}

const pathOf = (url: string) => url.split('?')[0]
