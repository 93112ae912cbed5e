import { otherDecimals } from '../../contract/money.ts'
import { fold, spelledOneWay } from './ranking.ts'
import { recognise } from './recognise.ts'
import type { Token, Tokens } from './token.ts'
import { visible } from './visible.ts'
import { isMonth, isPlural, isWish } from './word-kinds.ts'

/** Longer texts are pasted pages. */
export const maxLength = 400
const maxWords = 40

interface Word {
  raw: string
  from: number
}

/**
 * Cuts a text into tokens, for every way of reading it. Pure, and linear in the text; a longer text than anybody types has none.
 * @param consoleOrigin recognises the console's own links
 */
export function tokenize(raw: string, consoleOrigin?: string): Tokens {
  const text = visible(raw)
  const words: Word[] = [...text.matchAll(/\S+/g)].map((match) => ({ raw: match[0], from: match.index }))
  if (raw.length > maxLength || words.length > maxWords) return { text, tokens: [] }
  const tokens: Token[] = []
  for (let at = 0; at < words.length; ) {
    if (unitBehindMore(words, at)) {
      at += 1
      continue
    }
    const token =
      quotation(text, words, at) ??
      ticket(words, at) ??
      (isPoint(words[at]?.raw) ? cut(words, at, 1, {}) : null) ??
      phone(words, at) ??
      labelled(words, at, consoleOrigin) ??
      dayOfMonth(words, at) ??
      valueOf(words, at) ??
      pairOf(words, at) ??
      wordToken(words, at, consoleOrigin)
    tokens.push(token.token)
    at += token.count
  }
  const kept = tokens.filter(({ folded, isQuoted, value }) => folded !== '' || isQuoted || value !== null)
  const articles = new Set(['the', 'a', 'an'])
  const isWished = (at: number) => kept[at]?.folded === 'to' && isWish(kept[at - 1]?.folded ?? '')
  const wordBefore = (at: number) =>
    kept.slice(0, at).findLast(({ folded }, place) => !articles.has(folded) && !isWished(place))?.folded ?? ''
  const isOfSeveral = ({ folded }: Token, at: number) => {
    const next = kept[at + 1]
    return ['all', 'every', 'each', 'both'].includes(folded) && next !== undefined && (folded === 'every' || isPlural(next))
  }
  return { text, tokens: kept.map((token, at) => ({ ...token, before: wordBefore(at), isOfSeveral: isOfSeveral(token, at) })) }
}

/** Abbreviations, and words of the same meaning. */
const shortOf = new Map([
  ['sub', 'subscription'],
  ['til', 'until'],
  ['till', 'until'],
  ['un ban', 'unban'],
  ['un block', 'unblock'],
  ['un archive', 'unarchive'],
  ['un whitelist', 'unwhitelist'],
  ['right now', 'now'],
  ['immediate effect', 'immediately'],
  ['right away', 'now'],
  ['straight away', 'now'],
  ['can t', 'cannot'],
  ['cant', 'cannot'],
  ['pmt', 'payment'],
  ['bc', 'because'],
  ['cuz', 'because'],
  ['coz', 'because'],
  ['immediatly', 'immediately'],
  ['imediately', 'immediately'],
  ['immediatelly', 'immediately'],
])

interface Cut {
  token: Token
  count: number
}

function cut(words: readonly Word[], at: number, count: number, rest: Partial<Token>): Cut {
  const taken = words.slice(at, at + count)
  const raw = taken.map((word) => word.raw).join(' ')
  const [from, last] = [taken[0]?.from ?? 0, taken.at(-1)]
  const to = last ? last.from + last.raw.length : from
  return {
    token: {
      raw,
      folded: /^(=|[-=]>|→)$/.test(raw) ? 'to' : (shortOf.get(fold(raw)) ?? spelledOneWay(fold(raw)).replace(/^[.-]+|[.-]+$/g, '')),
      from,
      to,
      recognised: null,
      value: null,
      isQuoted: false,
      before: '',
      isOfSeveral: false,
      ...rest,
    },
    count,
  }
}

const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»', '‘': '’' }

function quotation(text: string, words: readonly Word[], at: number): Cut | null {
  const first = words[at]
  const close = first && quotes[first.raw.charAt(0)]
  if (!first || close === undefined) return null
  const end = text.indexOf(close, first.from + 1)
  const count = words.slice(at).findIndex((word) => word.from <= end && end < word.from + word.raw.length) + 1
  const inside = text.slice(first.from + 1, end).trim()
  // 'Ruiz, Ana' <ana@cafesol.es> is a name; a quoted identifier is an identifier.
  if (end < 0 || count === 0 || inside === '' || recognise(inside).sure) return null
  return cut(words, at, count, { raw: inside, folded: fold(inside), isQuoted: true })
}

/** An identifier with its label: 'customer 4711', 'invoice no. 12', 'id: 4', '# 2', 'order no. QD-1'. */
function labelled(words: readonly Word[], at: number, consoleOrigin: string | undefined): Cut | null {
  // 'refund this customer 10' is about the one on screen.
  if (
    /^(this|that|same|current|selected)$/i.test(words[at - 1]?.raw ?? '') ||
    (isThe(words[at - 1]) && /^\d{1,3}$/.test(words[at + 1]?.raw ?? ''))
  )
    return null
  for (const count of [4, 3, 2]) {
    const taken = words.slice(at, at + count).map((word) => word.raw)
    if (taken.length < count || !/^(#|[a-z]{2,8}[.:#]?$)/i.test(taken[0] ?? '') || taken.slice(0, -1).some((word) => /\d/.test(word)))
      continue
    // 'invoice 4 november' names a day, and '1) invoice 2) cancel' has no ids.
    if (dayOfMonth(words, at + count - 1) || isPoint(taken.at(-1))) continue
    const recognised = recognise(taken.join(' '), consoleOrigin)
    if (recognised.sure && recognised.isWithin !== true && recognised.shapes[0]?.kind !== 'qr-uri')
      return cut(words, at, count, { recognised })
  }
  return null
}

/** The '1)' of a numbered list. */
const isPoint = (word = '') => /^\d\)$/.test(word)

const isThe = (word: Word | undefined) => /^(the|her|his|their|my|our)$/i.test(word?.raw ?? '')

/** Without those that are words as well, such as 'all' and 'try'. */
export const currencyCodes =
  'eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|bgn|isk|mxn|brl|cad|aud|nzd|cny|inr|zar|ils|sgd|hkd|thb|php|myr|idr|cop|ars'
const currency = String.raw`(?:\p{Sc}|${currencyCodes}|euros?|dollars?|pounds?|kr|${[...otherDecimals.keys()].join('|')})`
const decimal = String.raw`\d{1,12}(?:[.,]\d{3}){0,4}(?:[.,]\d{0,2})?`
const amountBehind = new RegExp(`^(${decimal}) ?${currency}$`, 'iu')
const amountAhead = new RegExp(`^${currency} ?(${decimal})$`, 'iu')
const amountAlone = /^\d{1,12}(?:[.,]\d{3}){0,4}[.,]\d{1,2}$|^\d{1,12}(?:[.,]\d{3}){1,4}$/
/** '+7' counts too: 'extend trial +7'. */
const count = /^(?:\+?\d{1,9} ?(?:d|days?|w|weeks?|months?|years?|cents?|%)|\+\d{1,3})$/i

const spelledNumbers = new Map(
  'a1 another1 one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 ten10 eleven11 twelve12 fourteen14 fifteen15 twenty20 thirty30 forty40 fifty50 hundred100'
    .split(' ')
    .map((spelled): [string, number] => [spelled.replace(/\d+/, ''), Number(spelled.replace(/\D+/, ''))]),
)
/** 'a' and 'one' alone are no numbers, and 'two' may be followed by 'factor'. */
const minSpelledAlone = 3

/** '5,50', '5.50 €', 'EUR 5', '7 days', '20 %', '4711'. */
function valueOf(words: readonly Word[], at: number): Cut | null {
  for (const taken of [2, 1]) {
    const typed = words
      .slice(at, at + taken)
      .map((word) => word.raw)
      .join(' ')
      .replace(/[,.;:!?)]+$/, '')
      .replace(/(?<=^\d+) percent$/i, ' %')
      .replace(/^(?:a |one )?fortnight$/i, '2 weeks')
      // '5,-', '5.- €' and '5€50'
      .replace(/(?<=\d)[,.]-(?= |$)/, ',00')
      .replace(/^(\d+)€(\d\d)$/, '$1,$2 €')
    if (words.length < at + taken) continue
    const [first = '', unit = ''] = typed.toLowerCase().split(' ')
    const spelled = spelledNumbers.get(first)
    const raw = spelled === undefined ? typed : `${spelled} ${unit}`.trim()
    if (amountBehind.test(raw) || amountAhead.test(raw)) return cut(words, at, taken, { raw, value: 'amount' })
    if (count.test(raw)) return cut(words, at, taken, { raw, value: 'count' })
    if (taken > 1) continue
    // '2 more weeks' and '2 payments' are no 2; '15.11.' is a day.
    const [next = '', counted = ''] = words.slice(at + 1, at + 3).map((word) => withoutMarks(word.raw))
    const isNumber = spelled !== undefined || /^\d{1,3}$/.test(raw)
    if (isNumber && isMore(next) && isUnit(counted)) return cut(words, at, 1, { raw: `${spelled ?? raw} ${counted}`, value: 'count' })
    if (
      (isNumber && /^(payments|charges|orders|invoices|refunds|transactions)\b/.test(next)) ||
      /^\d{1,2}\.\d{1,2}\.$/.test(words[at]?.raw ?? '')
    )
      return cut(words, at, 1, {})
    if (spelled !== undefined) return spelled < minSpelledAlone ? null : cut(words, at, 1, { raw, value: 'number' })
    if (amountAlone.test(raw)) return cut(words, at, 1, { raw, value: 'amount' })
    if (/^\d{1,10}$/.test(raw)) return cut(words, at, 1, { raw, value: 'number', recognised: recognise(raw) })
  }
  return null
}

const isMore = (word = '') => /^(more|extra|additional|further)$/i.test(word)

/** The unit of '2 more weeks', which stands with its number. */
const unitBehindMore = (words: readonly Word[], at: number) =>
  isMore(words[at - 1]?.raw) &&
  isUnit(words[at]?.raw) &&
  !count.test(words[at - 2]?.raw ?? '') &&
  valueOf(words, at - 2)?.token.value === 'count'

const withoutMarks = (word = '') => word.replace(/[,.;:!?)]+$/, '').toLowerCase()
const isUnit = (word?: string) => count.test(`1 ${withoutMarks(word)}`)

/** '27 october', 'october 27th': a day, not a number. */
function dayOfMonth(words: readonly Word[], at: number): Cut | null {
  const [one, other] = words.slice(at, at + 2).map(({ raw }) => raw.replace(/[.,;:!?)]+$/, '').toLowerCase())
  const isDay = (text = '') => /^([12]?\d|3[01])(st|nd|rd|th)?$/.test(text)
  const isName = (text = '') => isMonth({ folded: text })
  const isMoney = new RegExp(`^${currency}$`, 'iu').test(withoutMarks(words[at + 2]?.raw))
  const isYear = /^20\d\d[.,;:]?$/.test(words[at + 2]?.raw ?? '')
  return (isDay(one) && isName(other)) || (isName(one) && isDay(other) && !isMoney)
    ? cut(words, at, isYear ? 3 : 2, { value: 'day' })
    : null
}

/** '+34 600 123 456' is neither an amount nor an id. */
function phone(words: readonly Word[], at: number): Cut | null {
  const [raw = '', next = ''] = words.slice(at, at + 2).map((word) => word.raw)
  // '06 12 34 56 13'
  const isInPairs = /^0\d$/.test(raw) && words.slice(at + 1, at + 4).filter((word) => /^\d\d$/.test(word.raw)).length === 3
  const isAbroad = /^\+\d[\d()./-]*$/.test(raw) && (!/^\+\d{1,3}$/.test(raw) || /^[\d(]/.test(next))
  if (!isInPairs && !isAbroad) return null
  const end = words.findIndex((word, index) => index > at && !/^[\d()./-]+[,;]?$/.test(word.raw))
  return cut(words, at, (end < 0 ? words.length : end) - at, {})
}

/** What the number behind it counts, if that is the help desk's own. */
export const isTicket = (word = '') => /^\W?(ticket|case|issue|request|conversation|thread)$/i.test(word)

/** A number of the help desk is none of ours: 'ticket #28'. A 'data request' is a command. */
const ticket = (words: readonly Word[], at: number) =>
  isTicket(words[at]?.raw) && !/^(data|access)$/i.test(words[at - 1]?.raw ?? '') && /^#?\d+[.,:;)\]]*$/.test(words[at + 1]?.raw ?? '')
    ? cut(words, at, 2, {})
    : null

/** Two words with one meaning: 'due to' isn't 'to'. */
const pairOf = (words: readonly Word[], at: number) =>
  /^(because of|due to|immediate effect|(right|straight) (now|away)|(kind|best|warm|many) (regards|wishes|thanks)[.,!]*|un (ban|block|archive|whitelist))$/i.test(
    `${words[at]?.raw} ${words[at + 1]?.raw}`,
  ) || isWithoutRefund(words, at)
    ? cut(words, at, 2, {})
    : null

/** 'cancel, no refund' is what canceling does. */
const isWithoutRefund = (words: readonly Word[], at: number) =>
  /^(no|without) refunds?\b/i.test(`${words[at]?.raw} ${words[at + 1]?.raw}`) &&
  words.some(({ raw }) => /^(cancel|unsubscribe|ban)\b/i.test(raw))

const date = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/

function wordToken(words: readonly Word[], at: number, consoleOrigin: string | undefined): Cut {
  const raw = words[at]?.raw ?? ''
  if (/^\d{1,2}(\/\d{1,4}){1,2}[,;]?$/.test(raw)) return cut(words, at, 1, { folded: raw.replace(/[,;]$/, '').replaceAll('/', '-') })
  const recognised = date.test(raw) ? null : recognise(raw, consoleOrigin)
  return cut(words, at, 1, { recognised: recognised?.sure ? recognised : null })
}
