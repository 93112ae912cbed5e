import { apiHas } from '../../api/features.ts'
import { invoicesQuery } from '../../api/invoices.ts'
import { amountFilters } from '../../contract/amount-filters.ts'
import { monthBounds } from '../../contract/dates.ts'
import { InvoiceListQuery } from '../../contract/invoices.ts'
import { type ListSearchSpec, listSearch } from '../list/list-search.ts'
import { currentMonth, monthOf } from './month.ts'

/** One customer's invoices are of all months, unless both month and year are named. Days stand in place of a month. */
function keepMonthWhole(search: Record<string, string>) {
  const now = currentMonth()
  const { month, year } = monthOf(search)
  const isOfOne = search['user'] !== undefined || search['from'] !== undefined
  if (isOfOne && search['from'] === undefined && search['month'] !== undefined && search['year'] !== undefined) return
  delete search['month']
  delete search['year']
  if (isOfOne) return
  if (month !== now.month || year !== now.year) Object.assign(search, { month: String(month), year: String(year) })
}

const allInvoices = listSearch(InvoiceListQuery, {
  sortFeature: 'fields',
  filters: ['invoiceId', 'month', 'year', 'from', 'to', 'user', ...Object.keys(amountFilters)],
  pageSizeKey: 'invoicesEntries',
  clean: keepMonthWhole,
})

/** One customer's invoices: their own page size. */
const customerInvoices: ListSearchSpec<InvoiceListQuery> = { ...allInvoices, pageSizeKey: 'customerInvoicesEntries' }

/** URL parameters of the invoices on a customer's page. */
export const customerInvoicesSearch: ListSearchSpec<InvoiceListQuery> = {
  ...customerInvoices,
  filters: ['invoiceId'],
  clean: undefined,
  beside: ['tab'],
}

/** URL parameters of the invoices list; `user` limits it to one customer. */
export function invoicesSearchOf(search: Readonly<Record<string, unknown>>): ListSearchSpec<InvoiceListQuery> {
  return search['user'] === undefined ? allInvoices : customerInvoices
}

/** The month doesn't apply to an invoice id; an admin API may not know the months of a single customer. */
export function isMonthInUse(search: { user?: unknown; invoiceId?: unknown; from?: unknown }): boolean {
  return search.invoiceId === undefined && search.from === undefined && (search.user === undefined || apiHas('fields'))
}

/** The request, with the month if it applies. The documents' month is of all customers, so one customer's is a range. */
export function invoicesOf({ month, year, ...query }: InvoiceListQuery) {
  if (!isMonthInUse(query)) return invoicesQuery(query)
  const named = month && year ? { month, year } : null
  if (query.user === undefined) return invoicesQuery({ ...query, ...(named ?? currentMonth()) })
  return invoicesQuery({ ...query, ...(named && monthBounds(named.year, named.month)) })
}
