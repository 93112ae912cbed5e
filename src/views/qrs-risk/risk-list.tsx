import { LinkExternalIcon } from '@primer/octicons-react'
import { blockedQrsQuery } from '../../api/qr-lists.ts'
import type { Targets } from '../../commands/command.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { webLink } from '../../contract/preview.ts'
import type { BlockedQrRow } from '../../contract/qr-lists.ts'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import styles from './qrs-risk.module.css'
import { riskSearch } from './search.ts'

/** A QR without a name shows as '-' (document 2, section 2); where it is spoken of it needs one. */
const spokenName = (qr: BlockedQrRow) => qr.name || `QR ${qr.qrId}`

/** Where the QR leads, to be looked at in a tab of its own. What may not be a link stays text. */
function LeadsTo({ qr }: { qr: BlockedQrRow }) {
  const href = webLink(qr.url)
  if (href === null) return <bdi>{qr.url || '—'}</bdi>
  return (
    <a
      className={styles.target}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open what ${spokenName(qr)} leads to in a new tab: ${qr.url}`}
    >
      <bdi className={styles.address}>{qr.url}</bdi>
      <LinkExternalIcon size={12} />
    </a>
  )
}

const columns: readonly ListColumn<BlockedQrRow>[] = [
  { id: 'qrId', header: 'Id', width: '84px', align: 'end', phone: 'more', cell: (qr) => qr.qrId },
  { id: 'name', header: 'Name', phone: 'headline', cell: (qr) => <bdi>{qr.name || '-'}</bdi>, text: (qr) => qr.name },
  { id: 'uri', header: 'Uri', width: '128px', phone: 'aside', cell: (qr) => qr.uri, text: (qr) => qr.uri },
  { id: 'email', header: 'Creator', phone: 'line', cell: (qr) => qr.email, text: (qr) => qr.email },
  { id: 'createdAt', header: 'Created', width: '164px', phone: 'more', firstDirection: 'desc', cell: (qr) => formatDateTime(qr.createdAt) },
  { id: 'url', header: 'Leads to', phone: 'text', cell: (qr) => <LeadsTo qr={qr} />, text: (qr) => qr.url ?? '' },
]

/** The row as the QR that it is: blocked, as all of this list. */
const blocked = 2
function qrOf({ qrId, name, uri, url, userId, type, stopped, whitelisted, version }: BlockedQrRow, publicSiteUrl: string): Targets['qr'] {
  const qrUri = `${publicSiteUrl.replace(/\/+$/, '')}/${uri}`
  return { id: qrId, name, uri, user: userId, type, status: blocked, stopped, whitelisted, content: { url }, qrUri, version }
}

/**
 * Blocked QR codes as data (document 2, section 2). A row opens the customer who made it, and has the actions of its QR.
 * @param publicSiteUrl where the public addresses of QRs begin
 */
export const riskList = (publicSiteUrl: string) =>
  defineList({
    id: 'qrs.risk',
    title: 'Risky QR codes',
    search: riskSearch,
    query: blockedQrsQuery,
    exportAs: 'blocked-qrs',
    columns,
    filters: [],
    href: (qr) => `/customers/${qr.userId}`,
    opens: (qr) => `the customer of ${spokenName(qr)}`,
    linkLabel: (qr) => `${spokenName(qr)}: open its customer`,
    target: (qr) => ({ type: 'qr', record: qrOf(qr, publicSiteUrl) }),
    // Document 2, section 8.
    failure: { title: () => 'Request error try again', emptiesList: true },
    emptyText: 'No QR code is blocked without being whitelisted: there is nothing to judge.',
  })
