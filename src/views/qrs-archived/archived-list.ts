import type { ArchivedQrRow } from '../../contract/qr-lists.ts'
import { idColumn } from '../../layout/list/id-column.ts'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { searchFilter } from '../../layout/list/search-filter.tsx'
import { archivedSource } from './search.ts'

const columns: readonly ListColumn<ArchivedQrRow>[] = [
  idColumn,
  { id: 'email', header: 'E-mail', phone: 'line', text: (qr) => qr.email },
  { id: 'uri', header: 'Uri', phone: 'headline', text: (qr) => qr.uri },
]

export const requestError = 'Request error try again'

/** Archived QR codes (document 2, section 2). A row opens its customer in a new tab. */
export const archivedList = defineList({
  id: 'qrs.archived',
  hasFixedColumns: true,
  title: 'Archived QR codes',
  ...archivedSource,
  columns,
  filters: [searchFilter({ param: 'uri', label: 'Search archived QR codes by uri', placeholder: 'Uri, or a part of it…' })],
  href: (qr) => `/customers/${qr.userId}`,
  opens: (qr) => `customer #${qr.userId}`,
  linkLabel: (qr) => `${qr.uri}: open customer #${qr.userId}`,
  action: { text: (qr) => `Customer #${qr.userId}`, width: '200px' },
  opensNewTab: true,
  target: () => null,
  failureTitle: () => requestError,
  maxWidth: '56rem',
  emptyText: 'No archived QR code has this in its uri.',
})
