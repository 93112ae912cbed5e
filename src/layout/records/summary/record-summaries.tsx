import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { customerQuery } from '../../../api/customers.ts'
import type { Loadable } from '../../../api/loadable.ts'
import type { LoadedRecord } from '../../../api/record.ts'
import { formatCount } from '../../../contract/count.ts'
import { formatDateTime } from '../../../contract/dates.ts'
import type { InvoiceRow } from '../../../contract/invoices.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { qrTypeWords } from '../../../contract/qr-type-words.ts'
import { type Qr, qrStatus } from '../../../contract/qrs.ts'
import { statusWords } from '../../../contract/status-words.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { customerName } from '../customer-name.tsx'
import { InvoiceBadges, intentColour } from '../payment-badges.tsx'
import { qrStatusColours } from '../qr-status-colour.ts'
import { lookupOptions } from '../record-facts.ts'
import { CustomerSummary } from './customer-summary.tsx'
import styles from './summary.module.css'
import { Bone, fetched, type RecordProps, Summary, TwoLines } from './summary.tsx'

function QrSummary({ record: qr, isRested }: RecordProps<Qr>) {
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
        Visits: `${formatCount(qr.visits)} (${formatCount(qr.scans)} ${qr.scans === 1 ? 'scan' : 'scans'})`,
        Owner: fetched(owner, owner.data && <bdi translate="no">{`${customerName(owner.data)} · #${owner.data.id}`}</bdi>),
      }}
      spoken={`Preview: ${[status, qrTypeWords(qr.type), ...flags, `${formatCount(qr.visits)} ${qr.visits === 1 ? 'visit' : 'visits'}`].join('. ')}`}
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

function PaymentSummary({ record: payment }: RecordProps<PaymentRow>) {
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
      spoken={`Preview: ${money}, ${statusWords(status)}, ${email}`}
    />
  )
}

/** An invoice's date and customer. Amounts are only on the document. */
function InvoiceSummary({ record: invoice, isRested }: RecordProps<InvoiceRow>) {
  const customer = useQuery({ ...customerQuery(invoice.customer), ...lookupOptions, enabled: isRested })
  const { data } = customer
  const created = formatDateTime(invoice.createdAt)
  return (
    <Summary
      title={`Invoice ${invoice.id}`}
      detail={`of customer ${invoice.customer}`}
      id={invoice.id}
      facts={{ Created: created, Customer: fetched(customer, data && <bdi translate="no">{`${customerName(data)} · ${data.email}`}</bdi>) }}
      spoken={data ? `Preview: ${created}, ${customerName(data)}` : null}
    />
  )
}

const bone = <Bone />

/** A record in short, and placeholders of the same size. */
const summaries = {
  customer: {
    Summary: CustomerSummary,
    bones: { Plan: bone, 'Next payment': bone, 'Last payment': <TwoLines>{bone}</TwoLines>, 'QR codes': bone },
  },
  qr: { Summary: QrSummary, bones: { Type: bone, Target: bone, Visits: bone, Owner: bone } },
  invoice: { Summary: InvoiceSummary, bones: { Created: bone, Customer: bone } },
  payment: { Summary: PaymentSummary, bones: { Created: bone, Invoice: bone, Customer: bone } },
}

export const bonesOf = (type: Loadable) => summaries[type].bones

/** A record in short, whatever its type. @param isRested it may fetch more */
export function RecordSummary({ facts: { type, record }, isRested }: { facts: LoadedRecord; isRested: boolean }) {
  const Summary = summaries[type].Summary as ComponentType<RecordProps<unknown>>
  return <Summary record={record} isRested={isRested} />
}
