import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { ListFilter } from '../list/list-definition.ts'

/** Payments of exactly one amount, in any currency or in one. Set by typed words. */
export const amountFilter: ListFilter = {
  id: 'amount',
  params: ['amount', 'currency'],
  words: { kind: 'amount', param: 'amount', currencyParam: 'currency' },
  chip: ({ amount, currency }) => {
    if (amount === undefined) return currency === undefined ? null : `Currency: ${currency.toUpperCase()}`
    const text = formatMoney(Number(amount), currency ?? accountCurrency)
    return `Amount: ${currency === undefined ? text.slice(0, text.lastIndexOf(' ')) : text}`
  },
}
