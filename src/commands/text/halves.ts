import type { Token, Tokens } from './token.ts'
import { isFiller, isIdentifier } from './word-kinds.ts'

/** A text cut at 'because', a colon, a dash or brackets: the command ahead of the cut, and the free text after it. */
export interface Halves {
  ahead: readonly Token[]
  behind: readonly Token[]
  /** The token that ends with a colon. */
  colon: Token | null
}

export function halvesOf({ text, tokens }: Tokens): Halves | null {
  // 'Re: refund request - Ana Ruiz' is a subject.
  const isSubject = /^\s*(?:subject|re|fwd?|aw):/i.test(text)
  const isBehindDash = (at: number) => !isSubject && /\s[–—-]\s+$/.test(text.slice(tokens[at - 1]?.to, tokens[at]?.from))
  const isBracket = (token: Token) => text.charAt(token.from) === '(' && /\)\W*$/.test(text) && !isIdentifier(token)
  const isColon = (token: Token) => /[\p{L}\d]:$/u.test(text.slice(token.from, token.to)) && !isFiller(token)
  const at = tokens.findIndex(
    (token, index) => isColon(token) || (index > 0 && (isReason(token) || isBehindDash(index) || isBracket(token))),
  )
  const token = tokens[at]
  if (!token) return null
  const colon = isColon(token) ? token : null
  const behind = tokens.slice(colon || isReason(token) ? at + 1 : at)
  return behind.length === 0 ? null : { ahead: tokens.slice(0, colon ? at + 1 : at), behind, colon }
}

export const isReason = ({ raw }: Token) => /^(because|because of|bc|b\/c|cuz|coz|due to|reason:?)$/i.test(raw)
