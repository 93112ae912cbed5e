/** Decodes percent-encoding once, with `+` as a space. Malformed sequences stay as they are and don't affect others. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  return text.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run.replace(/%[0-7][\da-f]/gi, decodeURIComponent)
    }
  })
}

/** Percent-encodes text; null if it can't be encoded. */
export function percentEncoded(text: string): string | null {
  try {
    return encodeURIComponent(text)
  } catch {
    return null
  }
}
