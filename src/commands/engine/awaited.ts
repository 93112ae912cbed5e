import type { Target } from './targets.ts'

/** What the palette asks for as soon as it opens: which of a record's own records a command is for. */
export const awaited: { current: { command: string; of: Target } | null } = { current: null }

const typed: { link: string | null } = { link: null }

/** Notes that a command link was made from what somebody typed here: it is no stranger's. */
export function noteTypedLink(link: string): string {
  typed.link = link
  return link
}

/** Whether a link is the one noted last. Tells it once. */
export function takeTypedLink(link: string): boolean {
  const isTyped = typed.link === link
  typed.link = null
  return isTyped
}
