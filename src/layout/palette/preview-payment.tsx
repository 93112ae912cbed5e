import { formatDateTime } from '../../contract/dates.ts'
import { formatMoney } from '../../contract/money.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { InvoiceBadges, intentColour } from '../records/payment-badges.tsx'
import { PreviewFacts, PreviewHead, Spoken } from './preview-parts.tsx'

/** A payment's amount, state, order and customer. */
export function PreviewPayment({ payment }: { payment: PaymentRow }) {
  const { id, amount, currency, stripePaymentIntentStatus: status, createdAt, ref, email } = payment
  const money = formatMoney(amount, currency)
  return (
    <>
      <PreviewHead title={money} badge={<StatusBadge status={status} colour={intentColour(status)} />} detail={`order ${ref}`} id={id} />
      <PreviewFacts
        facts={[
          ['Created', formatDateTime(createdAt)],
          ['Invoice', <InvoiceBadges key="invoice" payment={payment} />],
          ['Customer', <bdi key="customer">{email}</bdi>],
        ]}
      />
      <Spoken text={`Preview: ${money}, ${status}, ${email}`} />
    </>
  )
}
