import { currencyCodes } from '../../../commands/text/tokens.ts'
import { currencySigns } from '../../../contract/currency-signs.ts'
import { accountCurrency, currencyDecimals } from '../../../contract/money.ts'
import { parseAmount } from '../../../contract/payment-rules.ts'
import type { Changes } from '../filter-definition.ts'
import { daysFrom, type Place, type Taken, taking, textsAt } from './taken-words.ts'
import { type Word, wordsIn } from './typed-words.ts'

/** An amount as it is typed. */
interface Money {
  text: string
  /** Null if none is typed. */
  currency: string | null
  count: number
}

/** A smallest or a largest amount. */
interface Bound {
  isLargest: boolean
  /** Without the amount itself. */
  isBeyond?: boolean | undefined
  money: Money
  count: number
}

const than = (words: string) => words.split(' ').map((word) => `${word} than`)
const joined = (words: string) => words.split(' ').flatMap((word) => [`or ${word}`, `and ${word}`])

/** Words before an amount. */
const leads: readonly (Pick<Bound, 'isLargest' | 'isBeyond'> & { phrases: readonly string[] })[] = [
  { isLargest: false, isBeyond: true, phrases: ['>', 'over', 'above', 'exceeding', ...than('more greater bigger larger higher')] },
  { isLargest: true, isBeyond: true, phrases: ['<', 'under', 'below', ...than('less smaller lower')] },
  { isLargest: false, phrases: ['>=', '=>', '≥', 'at least', 'from', 'min', 'minimum'] },
  { isLargest: true, phrases: ['<=', '=<', '≤', 'at most', 'up to', 'max', 'maximum'] },
]
/** Words behind an amount, which they include. */
const trails: typeof leads = [
  { isLargest: false, phrases: [...joined('more above over higher greater up'), 'at least', 'min', 'minimum'] },
  { isLargest: true, phrases: [...joined('less below under lower'), 'at most', 'max', 'maximum'] },
]
const links: Readonly<Record<string, readonly string[]>> = {
  between: ['and', 'to', '-'],
  from: ['to', 'until', 'till', '-'],
  '': ['to', '-'],
}

/**
 * '19,95', 'EUR 20', 'over 100', '50+', 'around 20', '50 or less', 'between 20 and 50 usd'. Without decimals an amount needs its currency, a word
 * that compares, or 'amount' before it. Words that name days are no amounts.
 */
export function amountAt(place: Place): Taken[] {
  const texts = textsAt(place)
  const label = texts[0] === 'amount' ? 1 + Number(texts[1] === 'of') : 0
  const found = amountsAt({ ...place, at: place.at + label, mayDoubt: place.mayDoubt || label > 0 }, label > 0)
  const currency = place.mayDoubt ? namedCurrency(place.words[place.at]) : null
  return [
    ...found.map((taken) => ({ ...taken, count: taken.count + label })),
    ...(currency === null ? [] : [taking(1, inCurrency(currency))]),
  ]
}

/**
 * A whole text as filters by amount; a number alone is an amount. Null if it is nothing of the kind.
 * @param today `YYYY-MM-DD`
 */
export function amountIn(text: string, today: string): Changes | null {
  const words = wordsIn(text)
  return amountsAt({ words, at: 0, today, mayDoubt: true }, true).find(({ count }) => count === words.length)?.changes ?? null
}

export function amountsAt(place: Place, isLabelled: boolean): Taken[] {
  const found = [...rangesAt(place), ...comparedAt(place), ...roughlyAt(place)]
  const money = moneyAt(place.words, place.at)
  const exact = money && (isLabelled || !isBare(money)) ? minorUnits(money, money.currency) : null
  return money && exact !== null ? [...found, taking(money.count, { amount: String(exact), ...inCurrency(money.currency) })] : found
}

/** 'between 20 and 50', 'from 20 to 50', '20 to 50 eur', '20-50'. */
function rangesAt(place: Place): Taken[] {
  const { words, at } = place
  const text = words[at]?.text ?? ''
  const lead = text === 'between' || text === 'from' ? text : ''
  const start = at + Number(lead !== '')
  const [low, high, count] = pairAt(words, start, links[lead] ?? []) ?? []
  if (!low || !high || count === undefined) return []
  const isOfCurrency = (low.currency ?? high.currency) !== null
  if (!isOfCurrency && (namesDays(place, at) || isOfDays(place, start + count - high.count, high))) return []
  if (!isOfCurrency && lead !== 'between' && !place.mayDoubt && isBare(low)) return []
  const between = (one: Money, other: Money) =>
    taken(
      [
        { isLargest: false, money: one, count: 0 },
        { isLargest: true, money: other, count: 0 },
      ],
      start - at + count,
    )
  // 'Between 50 and 20' are the same.
  const inOrder = ({ changes }: Taken) => Number(changes['amountFrom']) <= Number(changes['amountTo'])
  return [...between(low, high), ...between(high, low)].filter(inOrder).slice(0, 1)
}

function pairAt(words: readonly Word[], at: number, between: readonly string[]): [Money, Money, number] | null {
  const low = moneyAt(words, at)
  const high = low && between.includes(words[at + low.count]?.text ?? '') ? moneyAt(words, at + low.count + 1) : null
  if (low && high) return [low, high, low.count + 1 + high.count]
  const lead = currencyOf(words[at])
  const [, first = '', second = ''] = /^([1-9]\d{0,4})-([1-9]\d{0,4})$/.exec(words[at + Number(lead !== null)]?.raw ?? '') ?? []
  // '2025-2026' and '2026-000795' are no amounts.
  if (first === '' || /^20\d\d(20\d\d|\d{3})$/.test(first + second)) return null
  const currency = lead ?? currencyOf(words[at + 1])
  const count = currency === null ? 1 : 2
  return [{ text: first, currency, count }, { text: second, currency, count }, count]
}

/** 'around 20' is a tenth more or less. */
function roughlyAt(place: Place): Taken[] {
  const { words, at } = place
  const start = at + 1
  const money = /^(around|roughly|approximately|approx|circa|ca)$/.test(words[at]?.text ?? '') ? moneyAt(words, start) : null
  const amount = money && !isOfDays(place, start, money) ? minorUnits(money, money.currency) : null
  if (!money || amount === null) return []
  const range = { amountFrom: String(Math.floor(amount * 0.9)), amountTo: String(Math.ceil(amount * 1.1)) }
  return [taking(1 + money.count, { ...range, ...inCurrency(money.currency) })]
}

/** 'over 100', 'over 20 and under 50'. */
function comparedAt(place: Place): Taken[] {
  return boundsAt(place, place.at).flatMap((first) => {
    const next = place.at + first.count
    const link = Number(['and', 'but'].includes(place.words[next]?.text ?? ''))
    const seconds = boundsAt(place, next + link).filter(({ isLargest }) => isLargest !== first.isLargest)
    return [...taken([first], first.count), ...seconds.flatMap((second) => taken([first, second], first.count + link + second.count))]
  })
}

function boundsAt(place: Place, at: number): Bound[] {
  const { words } = place
  const isSaid = (phrase: string, start: number) => phrase.split(' ').every((part, index) => words[start + index]?.text === part)
  const not = Number(['not', 'no'].includes(words[at]?.text ?? ''))
  const led = leads.flatMap(({ isLargest, isBeyond, phrases }) => {
    const phrase = phrases.find((each) => isSaid(each, at + not))
    if (phrase === undefined || (not && !isBeyond)) return []
    const behind = at + not + phrase.split(' ').length
    const start = behind + Number(words[behind]?.text === 'of')
    const money = moneyAt(words, start)
    if (!money || isOfDays(place, start, money)) return []
    const end = start + money.count
    const isOpen = phrase === 'from' && ['on', 'onwards', 'up', 'upwards'].includes(words[end]?.text ?? '')
    // 'payments from 173' are a customer's.
    if (phrase === 'from' && isBare(money) && (!isOpen || !place.mayDoubt || namesDays(place, at))) return []
    const count = end - at + Number(isOpen)
    // 'Not over 50' is 50 and less.
    return [not ? { isLargest: !isLargest, money, count } : { isLargest, isBeyond, money, count }]
  })
  const money = moneyAt(words, at)
  const trailed = trails.flatMap(({ isLargest, phrases }) => {
    const phrase = money && phrases.find((each) => isSaid(each, at + money.count))
    return money && phrase ? [{ isLargest, money, count: money.count + phrase.split(' ').length }] : []
  })
  return [...led, ...trailed]
}

/** The ends of one range in their common currency; none if they have two. */
function taken(bounds: readonly Bound[], count: number): Taken[] {
  const [currency = null, other] = new Set(bounds.flatMap(({ money }) => money.currency ?? []))
  const found = bounds.map(({ isLargest, isBeyond, money }) => {
    const amount = minorUnits(money, currency)
    return { isLargest, amount: amount === null ? -1 : amount + (isBeyond ? (isLargest ? -1 : 1) : 0) }
  })
  if (other !== undefined || found.some(({ amount }) => amount < 0)) return []
  const changes = found.map(({ isLargest, amount }) => [isLargest ? 'amountTo' : 'amountFrom', String(amount)] as const)
  return [taking(count, { ...Object.fromEntries(changes), ...inCurrency(currency) })]
}

const inCurrency = (currency: string | null): Changes => (currency === null ? {} : { currency })

function currencyOf(word: Word | undefined): string | null {
  if (!word) return null
  const sign = currencySigns.get(word.stem)?.[0]
  if (sign !== undefined) return sign
  return /^[a-z]{3}$/.test(word.text) && Intl.supportedValuesOf('currency').includes(word.text.toUpperCase()) ? word.text : null
}

/** 'usd payments', 'payments in USD'. In capitals all codes: others are words as well, such as 'all' and 'try'. */
const namedCurrency = (word: Word | undefined) =>
  word && (/^[A-Z]{3}$/.test(word.raw) || new RegExp(`^(${currencyCodes}|.{4,}|[€$£])$`).test(word.text)) ? currencyOf(word) : null

function moneyAt(words: readonly Word[], at: number): Money | null {
  const before = currencyOf(words[at])
  // '20%' and '10k' are no amounts.
  const text = words[before === null ? at : at + 1]?.raw.replace(/[.!?]+$/, '') ?? ''
  if (!/^\d[\d.,]*$/.test(text)) return null
  const currency = before ?? currencyOf(words[at + 1])
  return { text, currency, count: currency === null ? 1 : 2 }
}

/** It may be any number. */
const isBare = ({ text, currency }: Money) => currency === null && !/[.,]\d{1,2}$/.test(text)

function minorUnits({ text }: Money, currency: string | null): number | null {
  // Three digits at the end are thousands, unless the currency has as many decimals: '5,000 KWD' is five.
  const thousands = currencyDecimals(currency ?? accountCurrency) === 3 ? /[.,](?=\d{3}[.,])/g : /[.,](?=\d{3})/g
  return parseAmount(text.replace(thousands, ''), currency ?? accountCurrency).amount
}

const daysAt = (place: Place, at: number) => {
  const { past, ahead } = daysFrom({ ...place, at })
  return past ?? ahead
}
const namesDays = (place: Place, at: number) => daysAt(place, at) !== null

/** 'over 3 days', 'under 10 november'. */
const isOfDays = (place: Place, at: number, money: Money) =>
  isBare(money) &&
  ((daysAt(place, at)?.count ?? 0) > 1 || /^(second|minute|hour|day|week|month|year|time|percent)$/.test(place.words[at + 1]?.stem ?? ''))
