import type { BadgeColour } from '../../contract/customer-status.ts'
import { formatMoney } from '../../contract/money.ts'
import { isDisputeOpen, refundable } from '../../contract/payment-rules.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { brandName, methodName } from './payment-names.ts'
import styles from './payments.module.css'

/** A payment intent's colour: succeeded green, processing a warning, others red (document 1, section 4). */
export function intentColour(status: string): BadgeColour {
  if (status === 'succeeded') return 'success'
  return status === 'processing' ? 'warning' : 'danger'
}

const invoiceColours: Record<string, BadgeColour> = { paid: 'success', open: 'warning', uncollectible: 'danger' }

/** An invoice status's colour; draft and void are neutral. */
export const invoiceColour = (status: string): BadgeColour => invoiceColours[status] ?? 'secondary'

/** Whether a payment was refunded fully or partly (ruling 30); null if not at all. */
export function refundText(payment: Pick<PaymentRow, 'amount' | 'amountRefunded'>): 'refunded' | 'partly refunded' | null {
  if (payment.amountRefunded === 0) return null
  return refundable(payment) === 0 ? 'refunded' : 'partly refunded'
}

/** A payment's method: 'Card · Visa'. */
export function methodText({ paymentType, paymentMethodBrand }: Pick<PaymentRow, 'paymentType' | 'paymentMethodBrand'>): string {
  return [methodName(paymentType), paymentMethodBrand && brandName(paymentMethodBrand)].filter(Boolean).join(' · ')
}

/** The invoice status plus refunds, disputes and fraud. */
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
