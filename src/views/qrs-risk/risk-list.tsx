import { useRouteContext } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Targets } from '../../commands/engine/targets.ts'
import type { BlockedQrRow } from '../../contract/qr-lists.ts'
import { addressText } from '../../layout/kit/middle-cut.tsx'
import { agoColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { WebAddress } from '../../layout/records/outside-link.tsx'
import { riskSource } from './search.ts'

/** A QR without a name is shown as '-' (document 2, section 2), but messages need a name. */
const spokenName = (qr: BlockedQrRow) => qr.name || `QR ${qr.qrId}`

/** The QR's target, opening in a new tab. */
const LeadsTo = ({ qr }: { qr: BlockedQrRow }) => (
  <WebAddress url={qr.url} label={`Open what ${spokenName(qr)} leads to in a new tab: ${qr.url}`} />
)

const columns: readonly ListColumn<BlockedQrRow>[] = [
  { id: 'qrId', header: 'Id', width: '88px', align: 'end', cell: (qr) => qr.qrId },
  {
    id: 'name',
    header: 'Name',
    width: growingWidth(130, 240),
    phone: 'link',
    brief: spokenName,
    cell: (qr) => <bdi translate="no">{qr.name || '-'}</bdi>,
    text: (qr) => qr.name,
  },
  { id: 'uri', header: 'URI', width: growingWidth(110, 180), text: (qr) => qr.uri },
  { id: 'email', header: 'Creator', width: growingWidth(300, 340), phone: 'fact', text: (qr) => qr.email },
  agoColumn('createdAt', { header: 'Created', phone: 'state' }),
  {
    id: 'url',
    header: 'Leads to',
    phone: 'title',
    // A code that leads to no page is judged by its own address.
    brief: ({ url, uri }) => addressText(url || uri),
    cell: (qr) => <LeadsTo qr={qr} />,
    text: (qr) => qr.url ?? '',
  },
]

/** The row as a QR target; everything in this list is blocked. */
const blocked = 2
function qrOf({ qrId, name, uri, url, userId, type, stopped, whitelisted, version }: BlockedQrRow, publicSiteUrl: string): Targets['qr'] {
  const qrUri = `${publicSiteUrl.replace(/\/+$/, '')}/${uri}`
  return { id: qrId, name, uri, user: userId, type, status: blocked, stopped, whitelisted, content: { url }, qrUri, version }
}

/**
 * Blocked QR codes (document 2, section 2). A row opens the creator and has its QR's actions.
 * @param publicSiteUrl base of the public QR addresses
 */
export const riskList = (publicSiteUrl: string) =>
  defineList({
    id: 'qrs.risk',
    title: 'Risky QR codes',
    ...riskSource,
    exportAs: 'blocked-qrs',
    columns,
    href: (qr) => `/customers/${qr.userId}`,
    panel: 'qr',
    opens: (qr) => `the customer of ${spokenName(qr)}`,
    linkLabel: (qr) => `${spokenName(qr)}: open its customer`,
    target: (qr) => ({ type: 'qr', record: qrOf(qr, publicSiteUrl) }),
    // Documented wording (document 2, section 8).
    failureTitle: () => 'Request error try again',
    emptyText: 'Blocked QR codes that nobody has whitelisted appear here: there is nothing to review.',
  })

/** Blocked QR codes that aren't whitelisted, role 1 only. */
export function RiskPage() {
  const { publicSiteUrl } = useRouteContext({ from: '/app/qrs/risk' }).user
  const list = useMemo(() => riskList(publicSiteUrl), [publicSiteUrl])
  return <ListPage list={list} />
}
