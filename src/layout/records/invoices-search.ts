import { invoicesQuery } from '../../api/invoices.ts'
import { InvoiceListQuery, invoiceSorts } from '../../contract/invoices.ts'
import type { ListSearchSpec } from '../list/list-search.ts'
import { currentMonth, monthOf } from './month.ts'

function keepMonthWhole(search: Record<string, string>) {
  const now = currentMonth()
  const { month, year } = monthOf(search)
  delete search['month']
  delete search['year']
  if (month !== now.month || year !== now.year) Object.assign(search, { month: String(month), year: String(year) })
}

const allInvoices: ListSearchSpec<InvoiceListQuery> = {
  query: InvoiceListQuery,
  sorts: invoiceSorts,
  sortFeature: 'fields',
  filters: ['invoiceId', 'month', 'year', 'user'],
  pageSizeKey: 'invoicesEntries',
  clean: keepMonthWhole,
}

/** One customer's invoices: all months, and a page size of their own. */
const customerInvoices: ListSearchSpec<InvoiceListQuery> = { ...allInvoices, pageSizeKey: 'customerInvoicesEntries' }

/** What the URL of a customer's page may say of their invoices. */
export const customerInvoicesSearch: ListSearchSpec<InvoiceListQuery> = {
  ...customerInvoices,
  filters: ['invoiceId'],
  clean: undefined,
  beside: ['tab'],
}

/** What the URL of the invoices list may say; `user` makes it one customer's. */
export function invoicesSearchOf(search: Readonly<Record<string, unknown>>): ListSearchSpec<InvoiceListQuery> {
  return search['user'] === undefined ? allInvoices : customerInvoices
}

/** An id says which invoice is meant, and a customer's invoices are all of interest: the month counts for neither. */
export function isMonthInUse(search: { user?: unknown; invoiceId?: unknown }): boolean {
  return search.user === undefined && search.invoiceId === undefined
}

/** The request, with the month where it counts. */
export function invoicesOf(query: InvoiceListQuery) {
  const { month, year, ...rest } = query
  return invoicesQuery(isMonthInUse(query) ? { ...rest, ...currentMonth(), ...(month && year ? { month, year } : {}) } : rest)
}
