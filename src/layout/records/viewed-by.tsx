import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiHas } from '../../api/features.ts'
import { viewsQuery } from '../../api/views.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { ViewedType } from '../../contract/views.ts'
import { PanelError, PanelSkeleton } from '../list/panel/panel.tsx'
import { useSession } from '../session/session.ts'
import { RecordLink } from './record-link.tsx'

interface ViewedByProps {
  type: ViewedType
  id: number
}

const shown = 5

/** Who opened a record, for those who read the audit trail. Closed at first: it costs a page nothing until it is wanted. */
export function ViewedBy({ type, id, className = '' }: ViewedByProps & { className?: string | undefined }) {
  // A side panel lies over any route.
  const now = useSession()
  const capabilities = now.state === 'signed-in' ? now.user.capabilities : []
  const [isOpen, setOpen] = useState(false)
  if (!capabilities.includes('audit.read') || !apiHas('views')) return null
  return (
    <details className={`${className} fine`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Viewed by</summary>
      {isOpen && <Viewers type={type} id={id} />}
    </details>
  )
}

function Viewers({ type, id }: ViewedByProps) {
  const { data, error, refetch } = useQuery(viewsQuery({ recordType: type, recordId: id, perPage: shown }))
  if (error) return <PanelError error={error} onRetry={() => void refetch()} />
  if (!data) return <PanelSkeleton lines={shown} />
  if (data.rows.length === 0) return <p className="muted">Nobody yet.</p>
  return (
    <>
      <ul className="plain-list">
        {data.rows.map((row) => (
          <li key={row.id}>{`${row.staffEmail}, ${formatDateTime(row.at)}`}</li>
        ))}
      </ul>
      <RecordLink href={`/audit/views?recordType=${type}&recordId=${id}`}>All who looked</RecordLink>
    </>
  )
}
