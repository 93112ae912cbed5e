import { formatCount } from '../../contract/count.ts'
import type { QrStatsRow } from '../../contract/qr-lists.ts'
import { qrTypes } from '../../contract/qrs.ts'
import { choiceFilter } from '../../layout/list/filters.tsx'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { periodFilter } from './period-filter.tsx'
import { statsOf, statsSearch } from './search.ts'
import { listPage } from '../../layout/list/list-page.tsx'

const columns: readonly ListColumn<QrStatsRow>[] = [
  { id: 'email', header: 'E-mail', phone: 'headline', cell: (row) => row.email, text: (row) => row.email },
  {
    id: 'count',
    header: 'QR codes',
    width: '120px',
    align: 'end',
    phone: 'more',
    firstDirection: 'desc',
    cell: (row) => formatCount(row.count),
  },
]

/** QR statistics: codes created per customer (document 2, section 2). A row opens the customer. */
const statsList = defineList({
  id: 'qrs.stats',
  title: 'QR statistics',
  search: statsSearch,
  query: statsOf,
  exportAs: 'qr-stats',
  columns,
  filters: [
    periodFilter,
    choiceFilter({ param: 'type', label: 'Type', all: 'All types', choices: qrTypes.map((type) => ({ value: type, label: type })) }),
  ],
  href: (row) => `/customers/${row.userId}`,
  opens: (row) => row.email,
  action: { text: (row) => `Customer #${row.userId}`, width: '200px' },
  target: () => null,
  maxWidth: '52rem',
  emptyText: 'No QR code was made in this period. Choose a longer one, or another type.',
})

export const QrStatsPage = listPage(statsList)
