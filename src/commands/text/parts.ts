import { today } from '../../contract/dates.ts'
import type { Step } from '../engine/steps.ts'
import type { Days } from './day-words.ts'
import { daysAmong } from './days-among.ts'
import { type Halves, isReason } from './halves.ts'
import { matchPart, type Phrase, type PhraseMatch } from './phrases.ts'
import { isNoLabel } from './record-words.ts'
import type { Token, Tokens } from './token.ts'
import { isDeed, isFiller, isGeneric, isIdentifier, isNameWord, isThing } from './word-kinds.ts'

/** A text without the words that named the command. */
export interface Remainder {
  match: PhraseMatch
  rest: Token[]
  /** What follows 'because', a colon or a dash, or is in brackets or quotes, if the command takes free text. */
  text: string | null
  /** The same if it doesn't. */
  untaken: readonly Token[]
  /** The days of the record that it chooses, and how they were typed. */
  dated: { days: Days; words: string } | null
}

/** What names a phrase in a text, and the rest. The part ahead of a cut comes first. Null if nothing names it. */
export function partsOf(typed: Tokens, halves: Halves | null, phrase: Phrase): Remainder | null {
  const ahead = halves && matchPart(halves.ahead, phrase)
  const match = ahead ?? matchPart(typed.tokens, phrase)
  if (!match) return null
  const { rest, ...others } = withoutText(typed, phrase.steps, match.named, ahead && halves)
  const named = phrase.item.delegate?.among ? daysAmong(rest, today()) : null
  const dated = named && { days: named.days, words: named.tokens.map(({ raw }) => raw).join(' ') }
  // 'refund all' may be all payments, unless it is about one of them.
  const isOfMany =
    phrase.item.target === 'customer' ? phrase.item.delegate !== undefined : 'verb' in phrase && !typed.tokens.some(isIdentifier)
  const mayBeAll = ({ folded }: Token) => isOfMany && /^(all|everything)$/.test(folded)
  // 'wants to cancel', 'add to note'
  const isToName = (token: Token) => token.folded === 'to' && [...match.named].some(({ before }) => before === 'to')
  const left = rest.filter((token) => !named?.tokens.includes(token) && !isToName(token))
  return { match, ...others, rest: left.map((token) => (mayBeAll(token) ? { ...token, isOfSeveral: true } : token)), dated }
}

/** @param halves null if the text is not cut, or the command is named after the cut */
function withoutText(
  { text, tokens }: Tokens,
  steps: readonly Step[],
  named: ReadonlySet<Token>,
  halves: Halves | null,
): Omit<Remainder, 'match' | 'dated'> {
  const rest = tokens.filter((token) => !named.has(token))
  const mayTake = takesText(steps)
  const quoted = mayTake && rest.find(({ isQuoted }) => isQuoted)
  if (quoted) return { rest: rest.filter((token) => token !== quoted), text: quoted.raw, untaken: [] }
  const { ahead, behind, colon } = halves ?? { ahead: [], behind: [], colon: null }
  // 'customer: ana ruiz' is a label, and 'refund: 5' no reason.
  const isOnlyText = steps.length === 1
  const isLabel = colon !== null && (named.has(colon) ? !isOnlyText : isThing(colon))
  // An identifier is the record, wherever it is.
  // A note on somebody who was named is kept as it was written: 'note ana ruiz: order QD-0000031 is hers'.
  const isNamed = isOnlyText && mayTake && ahead.some((token) => !named.has(token) && !isFiller(token))
  const following = isLabel ? [] : isNamed ? behind : behind.filter((token) => !isIdentifier(token))
  const [first, last] = [following[0], following.at(-1)]
  if (!first || !last) return (mayTake && isOnlyText ? behindRecord({ text, tokens }, named) : null) ?? { rest, text: null, untaken: [] }
  const without = rest.filter((token) => !following.includes(token) && !isReason(token))
  if (!mayTake)
    return {
      rest: without,
      text: null,
      untaken: tokens.filter((token) => !ahead.includes(token) && !isFiller(token) && !isIdentifier(token)),
    }
  const isWhole = following.length === behind.length
  const free = isWhole ? text.slice(first.from, last.to) : following.map(({ raw }) => raw).join(' ')
  return { rest: without, text: free.replace(/^\(|\)$/g, '').trim(), untaken: [] }
}

/**
 * The text of a command that takes nothing else: all behind its record and its name, if the record is sure: 'note ana@cafesol.es called
 * back', 'ana@cafesol.es note called back'.
 */
function behindRecord({ text, tokens }: Tokens, named: ReadonlySet<Token>): Omit<Remainder, 'match' | 'dated'> | null {
  const record = tokens.find((token) => !named.has(token) && !isFiller(token) && token.folded !== 'to')
  // The article of 'Add a note' may be a word of the text.
  const names = [...named].filter((token) => !isFiller(token))
  const head = Math.max(...[...names, ...(record ? [record] : [])].map((token) => tokens.indexOf(token)))
  const [following, last] = [tokens[head + 1], tokens.at(-1)]
  // 'note 12 called back' as well, but not 'note at 10'.
  const isId = record && (isIdentifier(record) || (record.value === 'number' && record.raw.length > 1 && !isNoLabel(record.before)))
  if (!record || !isId || !following || !last || tokens.filter(isIdentifier).length > 1) return null
  if (!tokens.slice(0, head).every((token) => token === record || named.has(token) || isFiller(token) || token.folded === 'to')) return null
  return { rest: [record], text: text.slice(following.from, last.to), untaken: [] }
}

/** What follows the name of a command that takes nothing but text: 'note called about their invoice'. Null if it isn't so. */
export function textBehind({ text, tokens }: Tokens, named: ReadonlySet<Token>, steps: readonly Step[]): string | null {
  const end = tokens.findIndex((token) => !named.has(token))
  const [first, last] = [tokens[end], tokens.at(-1)]
  // 'note wants a refund': the article of 'Add a note' may be a word of the text.
  const isAhead = tokens.every((token, at) => at < end || !named.has(token) || isFiller(token))
  // 'add a' is no note, and neither is whose it is to be.
  if (tokens.some(({ folded }) => folded === 'selected')) return null
  if (tokens.slice(0, end).every((token) => isGeneric(token) || isFiller(token))) return null
  if (!first || !last || !isAhead || steps.length !== 1 || !takesText(steps) || tokens.some(isIdentifier)) return null
  return text.slice(first.from, last.to)
}

/**
 * What stands behind 'for' or 'as' at the end and is nothing else, as the free text of a command that takes more than that: 'refund 5
 * ana@cafesol.es for the outage'. It is a guess, as 'for' also introduces people. Null if it isn't so.
 */
export function textAtEnd({ text, tokens }: Tokens, left: readonly Token[], steps: readonly Step[]): string | null {
  const lead = left.every(isUsualReason) ? tokens.findLastIndex((token) => !isUsualReason(token)) : tokens.findLastIndex(isReasonLead)
  const [end, words] = [tokens.slice(lead + 1), left.filter((token) => token !== tokens[lead])]
  const [first, last] = [end[0], end.at(-1)]
  if (lead < 0 || !first || !last || steps.length < 2 || !takesText(steps)) return null
  const isAll = end.every((token) => left.includes(token) || isFiller(token)) && words.every((token) => end.includes(token))
  return isAll && words.some((token) => !isFiller(token)) && words.every((token) => isNameWord(token) && !isDeed(token))
    ? text.slice(first.from, last.to)
    : null
}

const isReasonLead = ({ folded }: Token) => folded === 'for' || folded === 'as'
const isUsualReason = ({ folded, before }: Token) =>
  /^(duplicate|fraud|fraudulent|goodwill|complaint|mistake)$/.test(folded) || (folded === 'charge' && before === 'duplicate')

/** Whether a command has room for free text. */
const takesText = (steps: readonly Step[]) => steps.some(({ kind, isOneWord }) => kind === 'text' && !isOneWord)
