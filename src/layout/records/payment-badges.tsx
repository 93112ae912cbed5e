import type { BadgeColour } from '../../contract/customer-status.ts'
import { formatMoney } from '../../contract/money.ts'
import { isDisputeOpen, refundable } from '../../contract/payment-rules.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import styles from './payments.module.css'

/** The colour of a payment intent's status: succeeded green, processing a warning, all others red (document 1, section 4). */
export function intentColour(status: string): BadgeColour {
  if (status === 'succeeded') return 'success'
  return status === 'processing' ? 'warning' : 'danger'
}

const invoiceColours: Record<string, BadgeColour> = { paid: 'success', open: 'warning', uncollectible: 'danger' }

/** The colour of an invoice's status; draft and void are neither good nor bad. */
export function invoiceColour(status: string): BadgeColour {
  return invoiceColours[status] ?? 'secondary'
}

/** Says whether a payment was refunded in full or in part (ruling 30); null where nothing was. */
export function refundText(payment: Pick<PaymentRow, 'amount' | 'amountRefunded'>): 'refunded' | 'partly refunded' | null {
  if (payment.amountRefunded === 0) return null
  return refundable(payment) === 0 ? 'refunded' : 'partly refunded'
}

/** The status of the invoice, and what became of the money since. */
export function InvoiceBadges({ payment }: { payment: PaymentRow }) {
  const refund = refundText(payment)
  const dispute = payment.stripeDisputeStatus
  return (
    <span className={styles.badges}>
      <StatusBadge status={payment.stripeInvoiceStatus} colour={invoiceColour(payment.stripeInvoiceStatus)} />
      {refund ? (
        <span title={`${formatMoney(payment.amountRefunded, payment.currency)} of ${formatMoney(payment.amount, payment.currency)}`}>
          <StatusBadge status={refund} colour="primary" />
        </span>
      ) : null}
      {payment.refundInProgress ? <StatusBadge status="refund in progress" colour="warning" /> : null}
      {dispute ? (
        <StatusBadge
          status={`dispute: ${dispute}`}
          colour={isDisputeOpen(dispute) ? 'warning' : dispute === 'lost' ? 'danger' : 'secondary'}
        />
      ) : null}
      {payment.earlyFraud ? <StatusBadge status="early fraud" colour="danger" /> : null}
    </span>
  )
}
