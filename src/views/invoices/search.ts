import { dayOf } from '../../contract/dates.ts'
import { firstInvoiceYear, InvoiceListQuery, invoiceSorts } from '../../contract/invoices.ts'
import type { ListSearch, ListSearchSpec } from '../../layout/list/list-search.ts'
import { invoicesQuery } from '../../api/invoices.ts'

export interface Month {
  month: number
  year: number
}

/** The month it is in Madrid: what the list shows where the URL names none. */
export function currentMonth(): Month {
  const [year, month] = dayOf(Math.floor(Date.now() / 1000))
    .split('-')
    .map(Number)
  return { month: month ?? 1, year: year ?? firstInvoiceYear }
}

/** The month that a list's state names; the half that it leaves out is the current one's. */
export function monthOf(search: ListSearch): Month {
  const now = currentMonth()
  return { month: Number(search['month'] ?? now.month), year: Number(search['year'] ?? now.year) }
}

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
  filters: ['invoiceId', 'month', 'year', 'user'],
  pageSizeKey: 'invoicesEntries',
  clean: keepMonthWhole,
}

/** One customer's invoices: all months, and a page size of their own. */
const customerInvoices: ListSearchSpec<InvoiceListQuery> = { ...allInvoices, pageSizeKey: 'customerInvoicesEntries' }

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
