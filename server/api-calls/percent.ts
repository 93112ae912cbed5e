/**
 * Text with its percent-encoding taken off once, `+` read as a space. What is not encoded properly stays, so that a broken sign hides no
 * other one.
 */
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

/** Text percent-encoded; null where it cannot be. */
export function percentEncoded(text: string): string | null {
  try {
    return encodeURIComponent(text)
  } catch {
    return null
  }
}
