import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { eventsQuery } from '../../api/customer-panels.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { EventRow } from '../../contract/events.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { eventLabel } from './event-words.ts'
import { toastError } from '../../layout/kit/toasts.tsx'

const columns: readonly PanelColumn<EventRow>[] = [
  { header: 'Id', align: 'end', cell: (row) => row.id },
  { header: 'Event', cell: (row) => eventLabel(row.event), text: (row) => eventLabel(row.event) },
  { header: 'User', align: 'end', cell: (row) => row.user },
  { header: 'IP', cell: (row) => row.ip ?? '—' },
  { header: 'Date', cell: (row) => formatDateTime(row.date) },
]

/** Shown if loading fails (document 2, section 8). */
const failureTitle = 'Request error try again'

/** The customer's app events, newest first, ten per page. */
export function EventsPanel({ customerId }: { customerId: number }) {
  const [range, setRange] = useState<DateRange | null>(null)
  return (
    <Panel title={customerParts.events.title} aside={<DateRangePicker label="Dates" range={range} onChange={setRange} />}>
      {() => <Events key={range ? `${range.from}-${range.to}` : 'all'} customerId={customerId} range={range} />}
    </Panel>
  )
}

function Events({ customerId, range }: { customerId: number; range: DateRange | null }) {
  const [page, setPage] = useState(1)
  const result = useQuery(eventsQuery(customerId, page, range ? { ...range } : {}))
  const { error, errorUpdatedAt } = result
  useEffect(() => {
    // After a 401 the login screen says it.
    if (error && !(error instanceof ApiFailure && error.status === 401)) toastError(failureTitle, error)
  }, [error, errorUpdatedAt])
  return (
    <PanelRows
      label="Events"
      // A failure empties the list (ruling 24).
      result={error ? { ...result, data: undefined } : result}
      columns={columns}
      emptyText={range ? 'No event in these days.' : 'This customer has done nothing yet.'}
      failureTitle={failureTitle}
      onPage={setPage}
    />
  )
}
