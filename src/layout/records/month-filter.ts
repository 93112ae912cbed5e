import { endOfDay, startOfDay, today } from '../../contract/dates.ts'
import { firstInvoiceYear } from '../../contract/invoices.ts'
import { nameOfMonth } from '../../contract/sales.ts'
import type { Changes, ListFilter } from '../list/filter-definition.ts'
import type { ListSearch } from '../list/list-search.ts'
import { isMonthInUse } from './invoices-search.ts'
import { currentMonth, type Month, monthOf } from './month.ts'

const label = 'Month'
const wordsOf = ({ month, year }: Month) => `${nameOfMonth(month)} ${year}`
const choiceOf = (month: Month) => ({ value: `${month.year}-${month.month}`, label: wordsOf(month) })

/** The months from the first year with invoices to the current one, latest first. */
function months() {
  const now = currentMonth()
  const count = (now.year - firstInvoiceYear) * 12 + now.month
  return Array.from({ length: count }, (_, back) => {
    const index = firstInvoiceYear * 12 + count - 1 - back
    return choiceOf({ month: (index % 12) + 1, year: Math.floor(index / 12) })
  })
}

/** The invoices' month and year from 2022; the current month by default. */
export const monthFilter: ListFilter = {
  id: 'month',
  params: ['month', 'year'],
  words: { kind: 'month' },
  control: {
    kind: 'choices',
    label,
    get choices() {
      return months()
    },
    chosen: (search: ListSearch) => (isMonthInUse(search) ? choiceOf(monthOf(search)) : null),
    changes: (value) => {
      const [year, month] = value?.split('-') ?? []
      return { month, year }
    },
    whyNot: (search) =>
      isMonthInUse(search) ? null : search['from'] === undefined ? 'Ids are searched for in all months.' : 'Days are chosen.',
  },
  // 'invoices over 1000 eur' and 'the last 5 invoices' are of all months.
  widened: (changes, isOfAll): Changes =>
    !('user' in changes) && (isOfAll || ['amount', 'amountFrom', 'amountTo'].some((name) => name in changes))
      ? { from: String(startOfDay(`${firstInvoiceYear}-01-01`)), to: String(endOfDay(today())) }
      : {},
  // One customer's are of all months.
  pill: (search) =>
    isMonthInUse(search) && (search['user'] === undefined || search['month'] !== undefined)
      ? `${label}: ${wordsOf(monthOf(search))}`
      : null,
  chip: (search) => (isMonthInUse(search) && search['month'] !== undefined ? wordsOf(monthOf(search)) : null),
}
