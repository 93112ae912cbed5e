/** Kept by the browser, or only for this tab. */
type Place = 'localStorage' | 'sessionStorage'

/** What is stored. If the storage is missing, full or forbidden, reads give null and writes do nothing. */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; null removes the key. */
export function writeStored(key: string, value: string | null, place: Place = 'localStorage') {
  try {
    if (value === null) window[place].removeItem(key)
    else window[place].setItem(key, value)
  } catch {
    // Full or forbidden: the choice lasts for this visit only, through the URL.
  }
}

export function clearStored(prefix: string, place: Place) {
  try {
    for (const key of Object.keys(window[place]).filter((each) => each.startsWith(prefix))) window[place].removeItem(key)
  } catch {
    // Forbidden: nothing was kept.
  }
}
