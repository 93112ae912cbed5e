import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '../../api/customers.ts'
import { formatCount } from '../../contract/count.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import { formatMoney } from '../../contract/money.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import { qrTypeWords } from '../../contract/qr-type-words.ts'
import { type Qr, qrStatus } from '../../contract/qrs.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { customerName } from '../records/customer-name.tsx'
import { InvoiceBadges, intentColour } from '../records/payment-badges.tsx'
import { qrStatusColours } from '../records/qr-status-colour.ts'
import { lookupOptions } from '../records/record-facts.ts'
import { fetched, PreviewFacts } from './preview-parts.tsx'
import styles from './preview.module.css'

/** A QR code's target, owner and status. */
export function PreviewQr({ qr, isRested }: { qr: Qr; isRested: boolean }) {
  const owner = useQuery({ ...customerQuery(qr.user), ...lookupOptions, enabled: isRested })
  const status = qrStatus(qr)
  const flags = [...(qr.virus ? ['Virus found'] : []), ...(qr.whitelisted ? ['Whitelisted'] : [])]
  return (
    <PreviewFacts
      title={<bdi>{qr.name || qr.uri}</bdi>}
      badge={<StatusBadge status={status} colour={qrStatusColours[status]} />}
      detail={qr.uri}
      id={qr.id}
      facts={{
        Type: qrTypeWords(qr.type),
        Target: qr.content.url && <bdi>{qr.content.url}</bdi>,
        Visits: `${formatCount(qr.visits)} (${formatCount(qr.scans)} scans)`,
        Owner: fetched(owner, owner.data && <bdi>{`${customerName(owner.data)} · #${owner.data.id}`}</bdi>),
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
    </PreviewFacts>
  )
}

/** A payment's amount, state, order and customer. */
export function PreviewPayment({ payment }: { payment: PaymentRow }) {
  const { id, amount, currency, stripePaymentIntentStatus: status, createdAt, ref, email } = payment
  const money = formatMoney(amount, currency)
  return (
    <PreviewFacts
      title={money}
      badge={<StatusBadge status={status} colour={intentColour(status)} />}
      detail={`order ${ref}`}
      id={id}
      facts={{ Created: formatDateTime(createdAt), Invoice: <InvoiceBadges payment={payment} />, Customer: <bdi>{email}</bdi> }}
      said={`Preview: ${money}, ${status}, ${email}`}
    />
  )
}

/** An invoice's date and customer. Amounts are only on the document. */
export function PreviewInvoice({ invoice, isRested }: { invoice: InvoiceRow; isRested: boolean }) {
  const customer = useQuery({ ...customerQuery(invoice.customer), ...lookupOptions, enabled: isRested })
  const { data } = customer
  const created = formatDateTime(invoice.createdAt)
  return (
    <PreviewFacts
      title={`Invoice ${invoice.id}`}
      detail={`of customer ${invoice.customer}`}
      id={invoice.id}
      facts={{ Created: created, Customer: fetched(customer, data && <bdi>{`${customerName(data)} · ${data.email}`}</bdi>) }}
      said={data ? `Preview: ${created}, ${customerName(data)}` : null}
    />
  )
}
