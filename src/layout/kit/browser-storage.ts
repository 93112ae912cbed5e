/** localStorage. If it is missing, full, forbidden or holds foreign text, reads give null and writes do nothing. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; null removes the key. */
export function writeStored(key: string, value: string | null) {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the choice lasts for this visit only, through the URL.
  }
}
