import { FileIcon } from '@primer/octicons-react'
import { invoiceFileHref } from '../../api/invoices.ts'
import type { InvoiceListQuery, InvoiceRow } from '../../contract/invoices.ts'
import { formatMoney } from '../../contract/money.ts'
import { dateColumn } from '../list/date-column.ts'
import { defineList } from '../list/define-list.ts'
import type { ListFilter } from '../list/filter-definition.ts'
import { dateFilter } from '../list/filters/date-filter.ts'
import { ageOrders, linkedFilter } from '../list/filters/filters.ts'
import { searchFilter } from '../list/filters/search-filter.tsx'
import { idColumn } from '../list/id-column.ts'
import type { ListColumn } from '../list/list-definition.ts'
import { amountFilter } from './amount-filter.ts'
import { customerName } from './customer-name.tsx'
import { customerInvoicesSearch, invoicesOf, invoicesSearchOf } from './invoices-search.ts'
import { monthFilter } from './month-filter.ts'
import { RecordLink } from './record-link.tsx'

const maxId = 2_147_483_647

function whyNotAnId(term: string): string | null {
  if (/^\D{0,4}20\d\d[-/]\d+$/.test(term)) return 'That is an invoice number. The palette finds it.'
  return /^\d+$/.test(term) && Number(term) > 0 && Number(term) <= maxId ? null : 'An invoice id is a whole number.'
}

/** The documented id has the link; on phones, the number that customers quote. */
const linkColumn: ListColumn<InvoiceRow> = { ...idColumn, phone: 'link', brief: ({ id, number }) => number ?? `#${id}` }

const createdColumn: ListColumn<InvoiceRow> = dateColumn('createdAt', { header: 'Created', phone: 'fact' })
const fileColumn: ListColumn<InvoiceRow> = {
  id: 'file',
  header: 'File',
  width: '116px',
  cell: (invoice) => <PdfLink invoice={invoice} />,
}

/** In the currency of the document; another admin API doesn't tell. */
const amountOf = ({ total, currency }: InvoiceRow) => (total === null || currency === null ? '—' : formatMoney(total, currency))
const holderOf = ({ holder, customer }: InvoiceRow) => (holder ? customerName(holder) : `Customer #${customer}`)

const numberColumn: ListColumn<InvoiceRow> = {
  id: 'number',
  header: 'Number',
  width: '116px',
  feature: 'fields',
  cell: (invoice) => invoice.number ?? '—',
}

const amountColumn: ListColumn<InvoiceRow> = {
  id: 'amount',
  header: 'Amount',
  width: '120px',
  align: 'end',
  phone: 'state',
  feature: 'fields',
  cell: amountOf,
}

const customerColumn: ListColumn<InvoiceRow> = {
  id: 'customer',
  header: 'Customer',
  phone: 'title',
  brief: holderOf,
  cell: (invoice) => (
    <RecordLink href={`/customers/${invoice.customer}`}>
      <bdi translate="no">{holderOf(invoice)}</bdi>
    </RecordLink>
  ),
  text: (invoice) => (invoice.holder ? `${holderOf(invoice)}, ${invoice.holder.email}` : holderOf(invoice)),
}

/** A link inside the row with its own destination. */
function PdfLink({ invoice }: { invoice: InvoiceRow }) {
  return (
    <a
      className="inline-row gap-4 relative v-middle finger"
      href={invoiceFileHref(invoice.link)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View the PDF of invoice ${invoice.id}`}
      onClick={(event) => event.stopPropagation()}
    >
      <FileIcon size={16} />
      View PDF
    </a>
  )
}

const idSearch = searchFilter({
  param: 'invoiceId',
  label: 'Search invoices by id',
  placeholder: 'Invoice id',
  // Invoices are one of the 'other searches' (document 1, section 9).
  debounce: 400,
  inputMode: 'numeric',
  problem: whyNotAnId,
})

/** The documents have no control for the month of one customer's invoices; links name it. */
const { control: _, pill: __, ...monthChip } = monthFilter
const linkedMonth: ListFilter = { ...monthChip, feature: 'fields' }

/** In place of the documented month. */
const daysFilter: ListFilter = { ...dateFilter({ label: 'Created' }), isRare: true, feature: 'fields' }

const customerFilter = linkedFilter({ param: 'user', label: 'Customer', chip: (id) => `Customer #${id}` })

/** The invoices list (document 2, section 2). A row opens the side panel. */
export const invoicesList = defineList({
  id: 'invoices',
  title: 'Invoices',
  path: '/invoices',
  search: invoicesSearchOf({}),
  query: invoicesOf,
  exportAs: 'invoices',
  columns: [linkColumn, numberColumn, createdColumn, customerColumn, amountColumn, fileColumn],
  filters: [idSearch, monthFilter, daysFilter, amountFilter, customerFilter, ...ageOrders],
  href: (invoice) => `/customers/${invoice.customer}`,
  panel: 'invoice',
  linksToPanel: true,
  opens: (invoice) => `customer #${invoice.customer}`,
  linkLabel: (invoice) => `Invoice ${invoice.id}`,
  target: (record) => ({ type: 'invoice', record }),
  emptyText: 'Invoices of a month appear here: choose another, or search all months by invoice id.',
})

export const customerTabInvoicesList = (customerId: number) =>
  defineList({
    id: `invoices.${customerId}`,
    columnsId: 'customer-invoices',
    title: 'Invoices',
    search: customerInvoicesSearch,
    query: (query: InvoiceListQuery) => invoicesOf({ ...query, user: customerId }),
    exportAs: 'invoices',
    columns: [{ ...linkColumn, align: undefined }, numberColumn, createdColumn, { ...amountColumn, phone: 'title' as const }, fileColumn],
    filters: [idSearch],
    opens: (invoice: InvoiceRow) => `invoice ${invoice.id}`,
    panel: 'invoice' as const,
    linkLabel: (invoice: InvoiceRow) => `Invoice ${invoice.id}`,
    target: (record: InvoiceRow) => ({ type: 'invoice', record }),
    emptyText: 'Invoices of this customer appear here: remove a filter to see more.',
    noneText: 'Invoices appear here once this customer has paid.',
  })

/** The invoices list for one customer: all months or one, its own page size. */
export const customerInvoicesList: typeof invoicesList = {
  ...invoicesList,
  id: 'customer-invoices',
  search: invoicesSearchOf({ user: '' }),
  filters: [idSearch, linkedMonth, daysFilter, amountFilter, customerFilter],
  emptyText: 'Invoices of this customer appear here: remove the filter to see those of all customers.',
}
