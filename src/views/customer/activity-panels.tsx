import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emailActivityQuery, eventsQuery } from '../../api/customer-panels.ts'
import { customerParts } from '../../commands/customers/parts.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { type EmailActivityItem, emailRangeMessage, isEmailRangeTooLong } from '../../contract/email-activity.ts'
import type { EventRow } from '../../contract/events.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { useFailureToast } from '../../layout/list/use-failure-toast.ts'
import { emailWords, eventLabel } from './activity-words.ts'
import { QueryRows } from './query-panel.tsx'

const emailColumns: readonly PanelColumn<EmailActivityItem>[] = [
  { header: 'Event', phone: 'state', cell: ({ event }) => <EmailState event={event} /> },
  { header: 'Subject', phone: 'headline', cell: (item) => item.subject, text: (item) => item.subject },
  { header: 'Tag', phone: 'fact', cell: (item) => item.tag ?? '—' },
  { header: 'Email', phone: 'fact', cell: (item) => item.email, text: (item) => item.email },
  { header: 'Date', phone: 'fact', cell: (item) => formatDateTime(item.date) },
]

function EmailState({ event }: Pick<EmailActivityItem, 'event'>) {
  const { label, colour } = emailWords(event)
  return <StatusBadge status={event} label={label} colour={colour} />
}

/** Shown if loading fails (document 2, section 8). */
const emailFailure = 'The email activity could not be loaded, try again.'

/** Emails sent to the customer: the last 90 days, or a range of up to 90. */
export function EmailPanel({ customerId }: { customerId: number }) {
  const [range, setRange] = useState<DateRange | null>(null)
  const [isRefused, setRefused] = useState(false)
  const choose = (next: DateRange | null) => {
    const isLong = next !== null && isEmailRangeTooLong(next)
    setRefused(isLong)
    // A refused range leaves the current one on screen.
    if (!isLong) setRange(next)
  }
  return (
    <Panel title={customerParts.email.title} aside={<DateRangePicker label="Dates" range={range} onChange={choose} />}>
      {() => (
        <>
          {isRefused ? <Notice kind="danger">{emailRangeMessage}</Notice> : null}
          <QueryRows
            label="Email activity"
            query={() => emailActivityQuery(customerId, range ? { ...range } : {})}
            columns={emailColumns}
            failureTitle={emailFailure}
            emptyText={range ? 'No email in these days.' : 'No email in the last 90 days.'}
          />
        </>
      )}
    </Panel>
  )
}

const eventColumns: readonly PanelColumn<EventRow>[] = [
  { header: 'Id', align: 'end', cell: (row) => row.id },
  { header: 'Event', cell: (row) => eventLabel(row.event), text: (row) => eventLabel(row.event) },
  { header: 'User', align: 'end', cell: (row) => row.user },
  { header: 'IP', cell: (row) => row.ip ?? '—' },
  { header: 'Date', cell: (row) => formatDateTime(row.date) },
]

const eventsFailure = 'Request error try again'

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
  useFailureToast(result, eventsFailure)
  return (
    <PanelRows
      label="Events"
      // A failure empties the list (ruling 24).
      result={result.error ? { ...result, data: undefined } : result}
      columns={eventColumns}
      emptyText={range ? 'No event in these days.' : 'No events yet.'}
      failureTitle={eventsFailure}
      onPage={setPage}
    />
  )
}
