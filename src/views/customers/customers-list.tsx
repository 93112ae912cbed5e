import { customersQuery } from '../../api/customers.ts'
import { statusColour } from '../../contract/customer-status.ts'
import type { CustomerRow } from '../../contract/customers.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { countryName } from '../../layout/kit/country-name.ts'
import { customerName, CustomerName } from '../../layout/records/customer-name.tsx'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { customerFilters } from './customers-filters.tsx'
import { customersSearch } from './search.ts'
import { listPage } from '../../layout/list/list-page.tsx'

const columns: readonly ListColumn<CustomerRow>[] = [
  { id: 'id', header: 'Id', width: '80px', phone: 'more', firstDirection: 'desc', align: 'end', cell: (row) => row.id },
  { id: 'fullName', header: 'Name', phone: 'headline', cell: (row) => <CustomerName customer={row} />, text: customerName },
  {
    id: 'country',
    header: 'Country',
    width: '112px',
    phone: 'more',
    cell: (row) => row.country?.toUpperCase() ?? '—',
    text: (row) => (row.country ? countryName(row.country) : 'No country'),
  },
  { id: 'email', header: 'E-mail', phone: 'line', cell: (row) => row.email, text: (row) => row.email },
  {
    id: 'createdAt',
    header: 'Created',
    width: '168px',
    phone: 'more',
    firstDirection: 'desc',
    cell: (row) => formatDateTime(row.createdAt),
  },
  {
    id: 'status',
    header: 'Status',
    width: '184px',
    phone: 'aside',
    cell: (row) => <StatusBadge status={row.status} colour={statusColour(row.status)} />,
  },
  { id: 'planName', header: 'Plan', width: '92px', phone: 'more', cell: (row) => row.planName ?? '—', text: (row) => row.planName ?? '' },
]

/** The customers list (document 1, section 2). */
export const customersList = defineList({
  id: 'customers',
  title: 'Customers',
  search: customersSearch,
  query: customersQuery,
  exportAs: 'customers',
  columns,
  filters: customerFilters,
  href: (row) => `/customers/${row.id}`,
  opens: customerName,
  target: (record) => ({ type: 'customer', record }),
  emptyText: 'No customer matches. Exact search wants a whole e-mail, name, company or id; normal search finds parts of them.',
  widerSearch: (search) =>
    search['searchTerm'] !== undefined && search['exactSearch'] === undefined
      ? { label: 'Search in normal mode', changes: { exactSearch: 'false' } }
      : null,
})

export const CustomersPage = listPage(customersList)
