import type { ReactNode } from 'react'
import { type ApiCall, urlOfCall } from '../../contract/api-calls.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { Copyable } from '../../layout/records/copyable.tsx'
import { HttpStatus } from '../../layout/records/http-status.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './api-call.module.css'

/** Facts shown above request and response, in the documented order (document 2, section 2). */
export function ApiCallFacts({ call }: { call: ApiCall }) {
  return (
    <dl className={styles.facts} aria-label="The call">
      <Fact label="Created">{formatDateTime(call.createdAt)}</Fact>
      <Fact label="Owner">
        <RecordLink href={`/customers/${call.owner}`} className={styles.link}>
          Customer #{call.owner}
        </RecordLink>
      </Fact>
      <Fact label="Method">{call.method}</Fact>
      <Fact label="Url" isWide>
        <Copyable text={urlOfCall(call)} what="url" />
      </Fact>
      <Fact label="Status">
        <HttpStatus statusCode={call.statusCode} />
      </Fact>
    </dl>
  )
}

/** The response time, shown between request and response. */
export function ResponseTime({ call }: { call: ApiCall }) {
  return (
    <dl className={styles.time} aria-label="The answer">
      <Fact label="Response time">{call.responseTime} ms</Fact>
    </dl>
  )
}

function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact} data-wide={isWide || undefined}>
      <dt className="note">{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}
