import { today } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { ListFilter } from '../list/filter-definition.ts'
import type { ListSearch } from '../list/list-search.ts'
import { amountIn } from '../list/words/amount-words.ts'

const params = ['amount', 'amountFrom', 'amountTo', 'currency']
const none = Object.fromEntries(params.map((param) => [param, undefined]))

/** 'from 20,00 to 50,00 €'; the sign only of a currency that is named. */
function textOf({ amount, amountFrom, amountTo, currency }: ListSearch): string {
  const money = (units: string) => formatMoney(Number(units), currency ?? accountCurrency).replace(/\s\S+$/, '')
  const ends = [
    amount && money(amount),
    amountFrom && `from ${money(amountFrom)}`,
    amountTo && `${amountFrom ? 'to' : 'up to'} ${money(amountTo)}`,
  ]
  const texts = ends.filter((text) => text !== undefined)
  const [sign] = /\S+$/.exec(formatMoney(0, currency ?? accountCurrency)) ?? []
  return [...texts, ...(texts.length > 0 && currency !== undefined ? [sign] : [])].join(' ')
}

/** The text as the URL has it again; itself while it is not an amount. */
const asWritten = (text: string) => textOf(amountIn(text, today()) ?? { amount: undefined }) || text

/** Amounts in any currency or in one: exactly one, or a range of them. */
export const amountFilter: ListFilter = {
  id: 'amount',
  params,
  words: { kind: 'amount' },
  feature: 'fields',
  control: {
    kind: 'typed',
    label: 'Amount',
    name: 'amount',
    hint: 'Such as 19,95, 20-50 eur, over 100, up to 50',
    maxLength: 60,
    value: textOf,
    normal: asWritten,
    whyNot: (text) => (amountIn(text, today()) ? null : 'Enter an amount, such as 19,95, 20-50, over 100 or up to 50 usd.'),
    changes: (text) => ({ ...none, ...amountIn(text, today()) }),
  },
  chip: (search) => {
    const text = textOf(search)
    if (text !== '') return `Amount: ${text}`
    return search['currency'] === undefined ? null : `Currency: ${search['currency'].toUpperCase()}`
  },
}
