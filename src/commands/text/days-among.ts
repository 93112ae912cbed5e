import { type Days, readDays } from './day-words.ts'
import { isAnyNoun } from './record-words.ts'
import type { Token } from './token.ts'
import { isFiller, isIdentifier, isMonth, isNameWord } from './word-kinds.ts'

/** What makes days the end of a stretch that isn't typed. */
const openEnds = new Set(['older', 'over', 'more', 'since', 'after', 'before', 'until', 'till', 'between'])

/**
 * The days of one record that tokens name, and which tokens: 'the payment of march', 'from march'. A number alone is no year, and
 * 'since march' no day.
 */
export function daysAmong(tokens: readonly Token[], today: string): { days: Days; tokens: readonly Token[] } | null {
  const wordsOf = (token: Token) => token.folded.split(' ')
  for (const [at, { value, folded }] of tokens.entries()) {
    if (openEnds.has(folded)) return null
    // Of 'the november payment of 1', the 1 is no day.
    const end = tokens.findIndex((token, next) => next > at && token.value === 'number' && token.before !== tokens[next - 1]?.folded)
    const behind = tokens.slice(at, end < 0 ? tokens.length : end)
    const named = value === 'number' || value === 'amount' || folded === 'from' ? null : readDays(behind.flatMap(wordsOf), today)
    if (!named || (named.count === 1 && mayBeName(tokens, at))) continue
    const count = behind.findIndex((_, last) => behind.slice(0, last + 1).flatMap(wordsOf).length >= named.count) + 1
    return { days: named.days, tokens: tokens.slice(tokens[at - 1]?.folded === 'from' ? at - 1 : at, at + count) }
  }
  return null
}

const monthStart = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/
const namedAfterMonths = new Set(['jan', 'april', 'may', 'june', 'august'])

/** 'refund 10 marc' and 'refund 10 april' may be about people; 'in april' is a month, and so is 'april' beside a whole name or an email. */
function mayBeName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token || token.value !== null || !monthStart.test(token.folded) || isLead(token.before)) return false
  if (!isMonth(token)) return true
  const [next] = tokens.slice(at + 1)
  if ((next && isAnyNoun(next)) || tokens.some(isIdentifier)) return false
  const others = tokens.filter((other) => other !== token && isNameWord(other) && !isFiller(other))
  return namedAfterMonths.has(token.folded) && others.length < 2
}

const isLead = (word: string) => /^(in|of|for|from|since|during|this|last)$/.test(word)
