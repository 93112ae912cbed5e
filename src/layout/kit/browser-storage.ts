/**
 * What the browser remembers between visits. Storage may be missing, full, forbidden or hold another program's text: reading then
 * answers null and writing does nothing, because a preference is never worth a broken page.
 */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a text, or forgets the key where the value is null. */
export function writeStored(key: string, value: string | null) {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the choice holds for this visit, by the URL.
  }
}
