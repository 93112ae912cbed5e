import { useSearch } from '@tanstack/react-router'
import { statusColour } from '../../contract/customer-status.ts'
import type { CustomerRow } from '../../contract/customers.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { linkedFilter } from '../../layout/list/filters/filters.ts'
import { emailWidth } from '../../layout/list/growing-width.ts'
import { idColumn } from '../../layout/list/id-column.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { CustomerName, customerName } from '../../layout/records/customer-name.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { selectedCustomers } from '../../layout/records/selected-customers.ts'
import { asReferred, referredSource } from './search.ts'

const statusOf = (row: CustomerRow) => row.subscriptionStatus ?? 'inactive'

const columns: readonly ListColumn<CustomerRow>[] = [
  idColumn,
  { id: 'fullName', header: 'Name', phone: 'headline', cell: (row) => <CustomerName customer={row} />, text: customerName },
  { id: 'email', header: 'Email', width: emailWidth, phone: 'fact', text: (row) => row.email },
  dateColumn('createdAt', { header: 'Created' }),
  { id: 'planName', header: 'Plan', width: '76px', text: (row) => row.planName ?? '—' },
  {
    id: 'subscriptionStatus',
    header: 'Subscription',
    width: '152px',
    phone: 'state',
    cell: (row) => <StatusBadge status={statusOf(row)} colour={statusColour(statusOf(row))} />,
  },
]

const referrerColumn: ListColumn<CustomerRow> = {
  id: 'referredBy',
  header: 'Referred by',
  width: '92px',
  phone: 'fact',
  brief: ({ referredBy }) => (referredBy === null ? null : `by #${referredBy}`),
  cell: ({ referredBy }) => (referredBy === null ? '—' : <RecordLink href={`/customers/${referredBy}`}>{`#${referredBy}`}</RecordLink>),
}

/** Referred customers (document 1, section 2; ruling 16). */
export const referredList = defineList({
  id: 'referred',
  title: 'Referred customers',
  path: '/customers/referred',
  ...referredSource,
  exportAs: 'referred',
  bulk: selectedCustomers(asReferred),
  columns: [...columns, referrerColumn],
  filters: [linkedFilter({ param: 'referredBy', label: 'Referred by', chip: (id) => `Referred by #${id}` })],
  href: (row) => `/customers/${row.id}`,
  opens: customerName,
  opensNewTab: true,
  target: (record) => ({ type: 'customer', record }),
  emptyText: 'Customers who were referred by others appear here: see Customers for all the rest.',
})

/** The same for a single referrer, without the referrer column. */
export const referredByList: typeof referredList = {
  ...referredList,
  columns,
  emptyText: 'Customers whom this one referred appear here: remove the filter to see all referred customers.',
}

export function ReferredPage() {
  const search = useSearch({ from: '/app/customers/referred' })
  return <ListPage list={search['referredBy'] === undefined ? referredList : referredByList} />
}
