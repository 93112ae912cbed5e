import { formatDateTime } from '../../contract/dates.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import { linkedFilter } from '../../layout/list/filters.tsx'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { searchFilter } from '../../layout/list/search-filter.tsx'
import { monthFilter } from './month-filter.tsx'
import { invoicesOf, invoicesSearchOf } from './search.ts'

const largestId = 2_147_483_647

function whyNotAnId(term: string): string | null {
  return /^\d+$/.test(term) && Number(term) > 0 && Number(term) <= largestId ? null : 'An invoice id is a whole number.'
}

const columns: readonly ListColumn<InvoiceRow>[] = [
  { id: 'id', header: 'Id', width: '120px', phone: 'headline', firstDirection: 'desc', align: 'end', cell: (invoice) => invoice.id },
  { id: 'createdAt', header: 'Created', phone: 'line', firstDirection: 'desc', cell: (invoice) => formatDateTime(invoice.createdAt) },
]

const idSearch = searchFilter({
  param: 'invoiceId',
  label: 'Search invoices by id',
  placeholder: 'Invoice id',
  inputMode: 'numeric',
  problem: whyNotAnId,
})

/** The invoices list as data (document 2, section 2). An invoice's row opens its customer. */
export const invoicesList = defineList({
  id: 'invoices',
  title: 'Invoices',
  search: invoicesSearchOf({}),
  query: invoicesOf,
  columns,
  filters: [idSearch, monthFilter],
  href: (invoice) => `/customers/${invoice.customer}`,
  opens: (invoice) => `customer #${invoice.customer}`,
  linkLabel: (invoice) => `Invoice ${invoice.id}: open its customer`,
  action: { text: (invoice) => `Customer #${invoice.customer}`, width: '220px' },
  target: (record) => ({ type: 'invoice', record }),
  maxWidth: '48rem',
  emptyText: 'There is no invoice for this. Choose another month, or search by the id of an invoice: that looks through all months.',
})

/** The same list for one customer: all months, and a page size of its own. */
export const customerInvoicesList: typeof invoicesList = {
  ...invoicesList,
  id: 'customer-invoices',
  search: invoicesSearchOf({ user: '' }),
  filters: [idSearch, linkedFilter({ param: 'user', chip: (id) => `Customer #${id}` })],
  emptyText: 'This customer has no such invoice. Take the filter away to look at the invoices of all customers.',
}
