import type { UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiHas } from '../../../api/features.ts'
import type { Holder } from '../../../contract/details.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { unbroken } from '../../kit/unbroken.tsx'
import { PanelError } from '../../list/panel/panel.tsx'
import { besideHref } from '../../session/side-panel-address.ts'
import { CustomerName, customerName } from '../customer-name.tsx'
import { intentColour } from '../payment-badges.tsx'
import { RecordLink } from '../record-link.tsx'
import styles from './side-panel.module.css'

/** The panel's head: the record's title, what tells it apart, its state. */
export interface Head {
  title: ReactNode
  detail: ReactNode
  badge?: ReactNode
}

/** What stands below the head. @param isRested it may fetch more */
export interface SideProps<Shown> {
  record: Shown
  isRested: boolean
}

export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className="row spread gap-8">
        <h3 className="card-title">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

type Answer<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>

/**
 * What is fetched beside the record, unless the admin API has no details: the places of `lines` while it loads and no less
 * after, its failure with a retry.
 */
export function Fetched<Data>({ answer, lines, children }: { answer: Answer<Data>; lines: number; children: (data: Data) => ReactNode }) {
  if (!apiHas('details')) return null
  const height = `${lines * 1.5}rem`
  if (answer.data !== undefined) return <div style={{ minHeight: height }}>{children(answer.data)}</div>
  if (answer.error) return <PanelError error={answer.error} onRetry={() => void answer.refetch()} />
  return (
    <div className={styles.bones} style={{ height }} aria-hidden="true">
      {Array.from({ length: Math.min(lines, 6) }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- the places are all alike and never change
        <span key={line} className="skeleton" style={{ width: `${50 + ((line * 29) % 40)}%` }} />
      ))}
    </div>
  )
}

interface EntriesProps {
  /** Says that there are none. */
  none: string
  /** A line after them. */
  last?: ReactNode
  children: readonly ReactNode[]
}

export function Entries({ none, last, children }: EntriesProps) {
  if (children.length === 0) return <p className="muted fine">{none}</p>
  return (
    <ul className={styles.entries}>
      {children}
      {last}
    </ul>
  )
}

interface CustomerLinkProps {
  id: number
  holder: Omit<Holder, 'id'> | null
  /** Shown until the holder is known. */
  email?: string
}

/** A link to the customer's page, with what tells people of one name apart. */
export function CustomerLink({ id, holder, email = holder?.email }: CustomerLinkProps) {
  return (
    <>
      {/* One line, as before it is known. */}
      <div className="truncate" title={holder ? customerName(holder) : undefined}>
        <RecordLink href={`/customers/${id}`}>{holder ? <CustomerName customer={holder} /> : `Customer #${id}`}</RecordLink>
      </div>
      {email !== undefined && <div className="note breaks">{unbroken(holder?.email ?? email)}</div>}
    </>
  )
}

type Listed = Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'stripePaymentIntentStatus'>

/** A payment's amount and state, which open its own panel. */
export function PaymentLink({ payment }: { payment: Listed }) {
  const router = useRouter()
  return (
    <span className="inline-row wrap gap-8">
      <RecordLink href={besideHref(router, 'payment', payment.id)}>{formatMoney(payment.amount, payment.currency)}</RecordLink>
      <StatusBadge status={payment.stripePaymentIntentStatus} colour={intentColour(payment.stripePaymentIntentStatus)} />
    </span>
  )
}
