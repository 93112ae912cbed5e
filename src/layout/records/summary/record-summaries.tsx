import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '../../../api/customers.ts'
import { formatCount } from '../../../contract/count.ts'
import { formatDateTime } from '../../../contract/dates.ts'
import type { InvoiceRow } from '../../../contract/invoices.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { qrTypeWords } from '../../../contract/qr-type-words.ts'
import { type Qr, qrStatus } from '../../../contract/qrs.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { customerName } from '../customer-name.tsx'
import { InvoiceBadges, intentColour } from '../payment-badges.tsx'
import { qrStatusColours } from '../qr-status-colour.ts'
import { lookupOptions, type RecordFacts } from '../record-facts.ts'
import { CustomerSummary } from './customer-summary.tsx'
import styles from './summary.module.css'
import { Bone, fetched, Summary, TwoLines } from './summary.tsx'

/** A QR code's target, owner and status. */
function QrSummary({ qr, isRested }: { qr: Qr; isRested: boolean }) {
  const owner = useQuery({ ...customerQuery(qr.user), ...lookupOptions, enabled: isRested })
  const status = qrStatus(qr)
  const flags = [...(qr.virus ? ['Virus found'] : []), ...(qr.whitelisted ? ['Whitelisted'] : [])]
  return (
    <Summary
      title={<bdi translate="no">{qr.name || qr.uri}</bdi>}
      badge={<StatusBadge status={status} colour={qrStatusColours[status]} />}
      detail={qr.uri}
      id={qr.id}
      facts={{
        Type: qrTypeWords(qr.type),
        Target: qr.content.url && <bdi translate="no">{qr.content.url}</bdi>,
        Visits: `${formatCount(qr.visits)} (${formatCount(qr.scans)} scans)`,
        Owner: fetched(owner, owner.data && <bdi translate="no">{`${customerName(owner.data)} · #${owner.data.id}`}</bdi>),
      }}
      said={`Preview: ${[status, qrTypeWords(qr.type), ...flags, `${formatCount(qr.visits)} visits`].join('. ')}`}
    >
      {flags.length > 0 && (
        <ul className={styles.flags} aria-label="Of note">
          {flags.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Summary>
  )
}

/** A payment's amount, state, order and customer. */
function PaymentSummary({ payment }: { payment: PaymentRow }) {
  const { id, amount, currency, stripePaymentIntentStatus: status, createdAt, ref, email } = payment
  const money = formatMoney(amount, currency)
  return (
    <Summary
      title={money}
      badge={<StatusBadge status={status} colour={intentColour(status)} />}
      detail={`order ${ref}`}
      id={id}
      facts={{
        Created: formatDateTime(createdAt),
        Invoice: <InvoiceBadges payment={payment} />,
        Customer: <bdi translate="no">{email}</bdi>,
      }}
      said={`Preview: ${money}, ${status}, ${email}`}
    />
  )
}

/** An invoice's date and customer. Amounts are only on the document. */
function InvoiceSummary({ invoice, isRested }: { invoice: InvoiceRow; isRested: boolean }) {
  const customer = useQuery({ ...customerQuery(invoice.customer), ...lookupOptions, enabled: isRested })
  const { data } = customer
  const created = formatDateTime(invoice.createdAt)
  return (
    <Summary
      title={`Invoice ${invoice.id}`}
      detail={`of customer ${invoice.customer}`}
      id={invoice.id}
      facts={{ Created: created, Customer: fetched(customer, data && <bdi translate="no">{`${customerName(data)} · ${data.email}`}</bdi>) }}
      said={data ? `Preview: ${created}, ${customerName(data)}` : null}
    />
  )
}

const bone = <Bone />

/** Placeholders of the same size. */
export const summaryBones = {
  customer: { Plan: bone, 'Next payment': bone, 'Last payment': <TwoLines>{bone}</TwoLines>, 'QR codes': bone },
  qr: { Type: bone, Target: bone, Visits: bone, Owner: bone },
  invoice: { Created: bone, Customer: bone },
  payment: { Created: bone, Invoice: bone, Customer: bone },
}

/** A record in short, whatever its type. @param isRested it may fetch more */
export function RecordSummary({ facts, isRested }: { facts: RecordFacts; isRested: boolean }) {
  switch (facts.type) {
    case 'customer':
      return <CustomerSummary customer={facts.record} isRested={isRested} />
    case 'payment':
      return <PaymentSummary payment={facts.record} />
    case 'qr':
      return <QrSummary qr={facts.record} isRested={isRested} />
    case 'invoice':
      return <InvoiceSummary invoice={facts.record} isRested={isRested} />
  }
}
