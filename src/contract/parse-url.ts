/**
 * A text as a URL; null if it is none. Not by `URL.canParse`, which refuses accented letters once Node 20 has compiled its caller.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
