import { invoicesQuery } from '../../api/invoices.ts'
import { InvoiceListQuery } from '../../contract/invoices.ts'
import { type ListSearchSpec, listSearch } from '../list/list-search.ts'
import { currentMonth, monthOf } from './month.ts'

function keepMonthWhole(search: Record<string, string>) {
  const now = currentMonth()
  const { month, year } = monthOf(search)
  delete search['month']
  delete search['year']
  if (month !== now.month || year !== now.year) Object.assign(search, { month: String(month), year: String(year) })
}

const allInvoices = listSearch(InvoiceListQuery, {
  sortFeature: 'fields',
  filters: ['invoiceId', 'month', 'year', 'user'],
  pageSizeKey: 'invoicesEntries',
  clean: keepMonthWhole,
})

/** One customer's invoices: all months, their own page size. */
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

/** The month doesn't apply to an invoice id or a single customer. */
export function isMonthInUse(search: { user?: unknown; invoiceId?: unknown }): boolean {
  return search.user === undefined && search.invoiceId === undefined
}

/** The request, with the month if it applies. */
export function invoicesOf(query: InvoiceListQuery) {
  const { month, year, ...rest } = query
  return invoicesQuery(isMonthInUse(query) ? { ...rest, ...currentMonth(), ...(month && year ? { month, year } : {}) } : rest)
}
