import { beginsWords, termWords } from '../../../contract/customer-match.ts'
import { foldText } from '../../../contract/fold.ts'

/** exact: the whole of a name or identifier; prefix: its words begin so; inside: it contains the text. */
export type Match = 'exact' | 'prefix' | 'inside'

/** Ignores case and accents; the words may stand in any order. */
export function matchName(name: string, text: string): Match | null {
  const [folded, part] = [foldText(name), foldText(text)]
  if (part === '') return null
  if (folded === part) return 'exact'
  if (termWords(text).length > 0 && beginsWords(name, text)) return 'prefix'
  return folded.includes(part) ? 'inside' : null
}

/** Emails, host names, addresses: ignores nothing but case (ruling 62). */
export function matchIdentifier(identifier: string, text: string): Match | null {
  const [whole, part] = [identifier.toLowerCase(), text.toLowerCase()]
  if (part === '') return null
  if (whole === part) return 'exact'
  if (whole.startsWith(part)) return 'prefix'
  return whole.includes(part) ? 'inside' : null
}

/** The best of several; null if none matches. */
export function bestMatch(...matches: readonly (Match | null)[]): Match | null {
  return (['exact', 'prefix', 'inside'] as const).find((match) => matches.includes(match)) ?? null
}
