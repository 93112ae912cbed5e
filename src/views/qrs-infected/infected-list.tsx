import type { InfectedQrRow } from '../../contract/qr-lists.ts'
import { addressText } from '../../layout/kit/middle-cut.tsx'
import { idColumn } from '../../layout/list/id-column.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { infectedSource } from './search.ts'

/** Findings are plain text, so nobody opens a harmful address by accident. */
const columns: readonly ListColumn<InfectedQrRow>[] = [
  { ...idColumn, phone: 'fact' },
  {
    id: 'uri',
    header: 'URL detected',
    phone: 'headline',
    brief: (qr) => addressText(qr.uri),
    cell: (qr) => <bdi translate="no">{qr.uri}</bdi>,
    text: (qr) => qr.uri,
  },
  { id: 'vendors', header: 'Detection', phone: 'fact', text: (qr) => qr.vendors },
]

/** Infected QR codes (document 2, section 2). A row opens its customer in a new tab. */
export const InfectedPage = listPage({
  id: 'qrs.infected',
  title: 'Infected QR codes',
  ...infectedSource,
  exportAs: 'infected-qrs',
  columns,
  href: (qr) => `/customers/${qr.user}`,
  opens: (qr) => `customer #${qr.user}`,
  linkLabel: (qr) => `${qr.uri}: open customer #${qr.user}`,
  action: { text: (qr) => `#${qr.user}`, width: '128px' },
  opensNewTab: true,
  emptyText: 'QR codes that scanners report as harmful appear here: see Risk for those that are blocked.',
})
