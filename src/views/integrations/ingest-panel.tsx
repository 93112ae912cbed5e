import { useQuery } from '@tanstack/react-query'
import { dismissMutation, ingestQuery, waitingQuery } from '../../api/integrations.ts'
import { formatCount } from '../../contract/count.ts'
import type { IngestResource } from '../../contract/ingest/resources.ts'
import type { IngestStatus, WaitingRow } from '../../contract/ingest-status.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { useChange } from './use-change.ts'

/** What each resource is called, as a heading and as one record. */
export const resourceWords: Readonly<Record<IngestResource, { all: string; one: string }>> = {
  customers: { all: 'Customers', one: 'customer' },
  folders: { all: 'Folders', one: 'folder' },
  qrs: { all: 'QR codes', one: 'QR code' },
  media: { all: 'Files of QR codes', one: 'file' },
  domains: { all: 'Customer domains', one: 'domain' },
  invitations: { all: 'Invitations', one: 'invitation' },
  events: { all: 'Events', one: 'event' },
  'email-activity': { all: 'Email activity', one: 'email event' },
  'api-calls': { all: 'API calls', one: 'API call' },
  feedback: { all: 'Feedback', one: 'feedback' },
  'abuse-reports': { all: 'Abuse reports', one: 'abuse report' },
  'daily-scans': { all: 'Scans by day', one: 'day of scans' },
}

/** Rows need numbers; these have none of their own. */
const numbered = <Row extends object>(rows: readonly Row[]) => rows.map((row, id) => ({ ...row, id }))

/** What the product told us, by resource. */
export function IngestPanel() {
  // What was never told is no news.
  const select = ({ rows }: { rows: IngestStatus[] }) => ({
    rows: numbered(rows.filter(({ lastAt, waiting }) => lastAt !== null || waiting > 0)),
  })
  const result = useQuery({ ...ingestQuery(), select })
  return (
    <Panel isReady title="Received data">
      {() => (
        <PanelRows label="Received data" result={result} columns={statusColumns} emptyText="Your product has not sent anything yet." />
      )}
    </Panel>
  )
}

const statusColumns: readonly PanelColumn<IngestStatus & { id: number }>[] = [
  { header: 'Resource', text: ({ resource }) => resourceWords[resource].all, cell: ({ resource }) => resourceWords[resource].all },
  { header: 'Rows', align: 'end', cell: ({ rows }) => formatCount(rows) },
  { header: 'Refused', align: 'end', cell: ({ refused }) => formatCount(refused) },
  { header: 'Waiting', align: 'end', cell: ({ waiting }) => formatCount(waiting) },
  { header: 'Last received', cell: ({ lastAt }) => (lastAt === null ? 'Never' : <Ago at={lastAt} />) },
  { header: 'Newest state', cell: ({ newestAt }) => (newestAt === null ? '—' : <Ago at={newestAt} />) },
]

/** Rows that refer to a record that has not come, and those that were refused once it had. */
export function WaitingPanel() {
  const change = useChange()
  const select = ({ rows, total }: { rows: WaitingRow[]; total: number }) => ({ rows: numbered(rows), total })
  const result = useQuery({ ...waitingQuery(), select })
  const { data } = result
  const more = data ? data.total - data.rows.length : 0
  const dismiss = (row: WaitingRow) => {
    const { resource, externalId } = row
    return change(dismissMutation(), { resource, externalId }, `Dismissed: ${oneOf(row)}.`, `${oneOf(row)} could not be dismissed.`)
  }
  return (
    <Panel
      isReady
      title="Unmatched records"
      aside={data && data.total > 0 ? <span className="note">{data.total === 1 ? '1 row' : `${formatCount(data.total)} rows`}</span> : null}
    >
      {() => (
        <>
          <PanelRows
            label="Unmatched records"
            result={result}
            columns={waitingColumns(dismiss)}
            emptyText="Nothing is waiting: everything received was stored."
          />
          {more > 0 ? <p className="note">{`And ${formatCount(more)} more.`}</p> : null}
        </>
      )}
    </Panel>
  )
}

const oneOf = ({ resource, externalId }: Pick<WaitingRow, 'resource' | 'externalId'>) => `${resourceWords[resource].one} ${externalId}`

const waitingColumns = (dismiss: (row: WaitingRow) => Promise<void>): readonly PanelColumn<WaitingRow & { id: number }>[] => [
  { header: 'Row', text: oneOf, cell: oneOf },
  { header: 'Waits for', cell: ({ needs, refused }) => (refused === null ? oneOf(needs) : <Refused reasons={refused} />) },
  { header: 'Since', cell: ({ since }) => <Ago at={since} /> },
  {
    header: 'Actions',
    cell: (row) =>
      row.refused === null ? null : (
        <Button size="small" aria-label={`Dismiss ${oneOf(row)}`} onClick={() => void dismiss(row)}>
          Dismiss
        </Button>
      ),
  },
]

function Refused({ reasons }: { reasons: Readonly<Record<string, string>> }) {
  return (
    <>
      <StatusBadge status="refused" colour="danger" />{' '}
      <span className="note">
        {Object.entries(reasons)
          .map(([field, reason]) => `${field}: ${reason}`)
          .join(' ')}
      </span>
    </>
  )
}
