import { fold } from '../../../commands/text/ranking.ts'
import { currencyDecimals } from '../../../contract/money.ts'

/** A word of a typed text. `requires_action` is two words of one group. */
export interface Word {
  /** The group as it was typed. */
  raw: string
  group: number
  /** Whether it is the first of its group. */
  isFirst: boolean
  /** Folded. */
  text: string
  /** Without an ending. */
  stem: string
}

/** Words that filter nothing by themselves. */
export const connecting: ReadonlySet<string> = new Set(
  'in of with the a an all any and by from who whose that which are is was were be been have has had having for on at to me only show find see list our there created made please exactly wants want needs need ones'.split(
    ' ',
  ),
)

/** Spellings that stand for others. */
const spellings = new Map([
  ['cancelled', 'canceled'],
  ['trialling', 'trialing'],
  ['cancelation', 'cancellation'],
])

/** '19,95', '1.234,50', '19.95': a comma or point before one or two last digits. */
const decimalAmount = /^(\d+|\d{1,3}(\.\d{3})+)[.,]\d{1,2}$/

/** '5,000' may be several ids. Beside a currency, or a word that compares, it is an amount. */
const groupedAmount = /^\d+([.,]\d{3})+$/
const compares = /^(over|above|exceeding|than|least|most|from|between|and|to|under|below|min(imum)?|max(imum)?|amount|[<>]=?|=[<>]|[≥≤-])$/i
const isCompared = (before = '', behind = '') => compares.test(before) || /^(or|to|-)$/i.test(behind)
const isCurrency = (word = '') => /^(eur|usd|gbp|[€$£])$/i.test(word) || currencyDecimals(word) === 3

const stemOf = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

/** Hyphens between two amounts: '20 – 50', '€20-€50', '19,95-29,95'. Between whole numbers they may be those of a date. */
const dashes =
  /(?<=[\d€$£])\s+[–—]\s+(?=[\d€$£])|(?<=[€$£]|,\d\d)\s*[-–]\s*(?=[\d€$£])|(?<=\d)\s*[-–]\s*(?=[€$£])|(?<=\.\d\d)[-–](?=\d+\.\d\d(?!\d))/g
const comparing = /(=[<>]|[<>]=?|[≥≤])(?=\s*[€$£]?\s*\d)/g

const links = /(<?https?:\/\/\S+)/i

/** A text without the web addresses in it. */
export const withoutLinks = (text: string) =>
  text
    .split(links)
    .filter((_, at) => at % 2 === 0)
    .join('')

/**
 * A text as words. Slashes of dates become hyphens; signs of currencies and of comparisons are words, and so is a hyphen between
 * amounts; a decimal comma separates nothing; a web address is one word.
 */
export function wordsIn(text: string): Word[] {
  const raws = text
    .split(links)
    .flatMap((part, at) => (at % 2 === 1 ? [{ raw: part.replace(/^<|[.,;:!?)>\]'"”’]+$/g, ''), isOne: true }] : rawsIn(part)))
  return raws.flatMap(({ raw, isOne }, group) =>
    (isOne ? [raw] : partsOf(raw)).map((part, index) => {
      const spelled = spellings.get(part) ?? part
      return { raw, group, isFirst: index === 0, text: spelled, stem: stemOf(spelled) }
    }),
  )
}

/** The words as they are typed, and whether one has no parts. */
function rawsIn(text: string): { raw: string; isOne: boolean }[] {
  return (
    text
      // Not those of an address: 'cafesol.example/2026/11'.
      .replace(/\S+/g, (word) => (/\p{L}\//u.test(word) ? word : word.replace(/(\d)\/(?=\d)/g, '$1-')))
      // '15.11.' is a day.
      .replace(/(?<!\S)(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.(?!\S)/g, '$1-$2')
      .replace(/(?<=\d ?[€$£]?)\+(?!\S)/g, ' or more')
      .replace(dashes, ' - ')
      .replace(/(?<=\d)–(?=\d)/g, '-')
      .replace(comparing, ' $1 ')
      .replace(/[€$£]/g, ' $& ')
      .split(/[\s;:()"'“”‘’]+/)
      .flatMap((raw, index, all) => {
        const bare = raw.replace(/[.,!?]+$/, '')
        const [before, behind] = [all[index - 1], all[index + 1]]
        const isAmount = groupedAmount.test(bare) && (isCurrency(before) || isCurrency(behind) || isCompared(before, behind))
        return isAmount || decimalAmount.test(bare)
          ? [{ raw: bare, isOne: isAmount }]
          : raw.split(',').map((part) => ({ raw: part, isOne: isAmount }))
      })
      .filter(({ raw }) => raw !== '')
  )
}

function partsOf(raw: string): string[] {
  if (decimalAmount.test(raw) || /^([€$£]|=[<>]|[<>]=?|[≥≤])$/.test(raw)) return [raw]
  return fold(raw)
    .split(' ')
    .map((word) => word.replace(/^[.-]+(?=.)|[.]+$/g, ''))
    .filter((word) => word !== '')
}

/** Finds a value once for each text. */
export function once<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const value = known.get(text) ?? of(text)
    known.set(text, value)
    return value
  }
}

/** The words of the definitions' own texts, without an ending. */
export const stemsOf = once((phrase) => wordsIn(phrase).map(({ stem }) => stem))

/** How many words a phrase takes from a place on, connecting words inside it included; 0 if it isn't there. */
export function phraseAt(words: readonly Word[], at: number, phrase: readonly string[]): number {
  let next = at
  for (const part of phrase) {
    while (next > at && words[next]?.stem !== part && connecting.has(words[next]?.text ?? '')) next++
    if (words[next]?.stem !== part) return 0
    next++
  }
  return next - at
}
