import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emailActivityQuery } from '../../api/customer-panels.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import { type EmailActivityItem, emailRangeMessage, isEmailRangeTooLong } from '../../contract/email-activity.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { allRows, PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { emailColour, emailLabel } from './email-words.ts'
import styles from './panels.module.css'

const columns: readonly PanelColumn<EmailActivityItem>[] = [
  { header: 'Event', cell: ({ event }) => <StatusBadge status={event} label={emailLabel(event)} colour={emailColour(event)} /> },
  { header: 'Subject', cell: (item) => item.subject, text: (item) => item.subject },
  { header: 'Tag', cell: (item) => item.tag ?? '—' },
  { header: 'E-mail', cell: (item) => item.email, text: (item) => item.email },
  { header: 'Date', cell: (item) => formatDateTime(item.date) },
]

/** Shown if loading fails (document 2, section 8). */
const failureTitle = 'The e-mail activity could not be loaded, try again.'

/** E-mails sent to the customer: the last 90 days, or a range of up to 90. */
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
    <Panel isWide title={customerParts.email.title} aside={<DateRangePicker label="Dates" range={range} onChange={choose} />}>
      {() => (
        <>
          {isRefused ? <Notice kind="danger">{emailRangeMessage}</Notice> : null}
          <EmailActivity customerId={customerId} range={range} />
        </>
      )}
    </Panel>
  )
}

function EmailActivity({ customerId, range }: { customerId: number; range: DateRange | null }) {
  const result = useQuery({ ...emailActivityQuery(customerId, range ? { ...range } : {}), select: allRows })
  return (
    <div className={styles.tall}>
      <PanelRows
        label="E-mail activity"
        result={result}
        columns={columns}
        failureTitle={failureTitle}
        emptyText={range ? 'No e-mail in these days.' : 'No e-mail in the last 90 days.'}
      />
    </div>
  )
}
