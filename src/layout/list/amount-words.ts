import { accountCurrency, currencyDecimals } from '../../contract/money.ts'
import { parseAmount } from '../../contract/payment-rules.ts'
import type { FilterWords } from './filter-words.ts'
import { type Place, type Taken, taking } from './taken-words.ts'
import type { Word } from './typed-words.ts'

const signs = new Map([
  ['€', 'eur'],
  ['euro', 'eur'],
  ['$', 'usd'],
  ['dollar', 'usd'],
  ['£', 'gbp'],
  ['pound', 'gbp'],
])

function currencyOf(word: Word | undefined): string | null {
  if (!word) return null
  const sign = signs.get(word.stem)
  if (sign !== undefined) return sign
  return /^[a-z]{3}$/.test(word.text) && Intl.supportedValuesOf('currency').includes(word.text.toUpperCase()) ? word.text : null
}

/** '19,95', '19,95 €', 'EUR 20'. Without decimals an amount needs its currency. */
export function amountAt({ param, currencyParam }: Extract<FilterWords, { kind: 'amount' }>, { words, at }: Place): Taken[] {
  const before = currencyOf(words[at])
  const text = words[before === null ? at : at + 1]?.text ?? ''
  if (!/^\d[\d.,]*$/.test(text)) return []
  const after = before === null ? currencyOf(words[at + 1]) : null
  const currency = before ?? after
  if (currency === null && !/[.,]\d{1,2}$/.test(text)) return []
  // Three digits at the end are thousands, unless the currency has as many decimals: '5,000 KWD' is five.
  const thousands = currencyDecimals(currency ?? accountCurrency) === 3 ? /[.,](?=\d{3}[.,])/g : /[.,](?=\d{3})/g
  const { amount } = parseAmount(text.replace(thousands, ''), currency ?? accountCurrency)
  if (amount === null) return []
  return [taking(currency === null ? 1 : 2, { [param]: String(amount), ...(currency === null ? {} : { [currencyParam]: currency }) })]
}
