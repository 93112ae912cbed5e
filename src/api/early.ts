declare global {
  interface Window {
    /** Replies by URL that public/early.js has asked for before any other code had loaded; null for one that did not come. */
    early?: Record<string, Promise<Response | null>>
  }
}

/** Forgets what was asked for early: it may be another person's. */
export function dropEarly() {
  delete window.early
}

/** `fetch`, with the reply if this very request was made early. Each is used once, and none after another request of its path. */
export async function fetchOrTake(url: string, init: RequestInit): Promise<Response> {
  const early = window.early ?? {}
  const asked = Object.keys(early).find((other) => pathOf(other) === pathOf(url))
  if (asked === undefined) return fetch(url, init)
  const reply = asked === url ? early[asked] : null
  delete early[asked]
  return (await reply) ?? fetch(url, init)
}

const pathOf = (url: string) => url.split('?')[0]
