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

export const refundColour = (state: string): BadgeColour => (state === 'succeeded' ? 'success' : state === 'failed' ? 'danger' : 'warning')

/** Whether a payment was refunded fully or partly (ruling 30); null if not at all. */
export function refundText(payment: Pick<PaymentRow, 'amount' | 'amountRefunded'>): 'refunded' | 'partly refunded' | null {
  if (payment.amountRefunded === 0) return null
  return refundable(payment) === 0 ? 'refunded' : 'partly refunded'
}

/** A payment's method: 'Card · Visa'. */
export function methodText({ paymentType, paymentMethodBrand }: Pick<PaymentRow, 'paymentType' | 'paymentMethodBrand'>): string {
  return [methodName(paymentType), paymentMethodBrand && brandName(paymentMethodBrand)].filter(Boolean).join(' · ')
}

/** The same for a column: a brand alone tells that it was a card. */
export const briefMethod = (payment: Pick<PaymentRow, 'paymentType' | 'paymentMethodBrand'>): string =>
  methodText(payment)
    .replace(/^Card · /, '')
    .replace('American Express', 'Amex')

interface Exception {
  status: string
  colour: BadgeColour
  title?: string
}

/** What was refunded, or is about to be. */
export function refundsOf(payment: PaymentRow): Exception[] {
  const status = refundText(payment)
  const title = `${formatMoney(payment.amountRefunded, payment.currency)} of ${formatMoney(payment.amount, payment.currency)}`
  return [
    ...(status === null ? [] : [{ status, colour: 'primary' as const, title }]),
    ...(payment.refundInProgress ? [{ status: 'refund in progress', colour: 'warning' as const }] : []),
  ]
}

/** A dispute and fraud, the loudest last. An inquiry has moved no money (ruling 61). */
export function troublesOf({ stripeDisputeStatus: dispute, earlyFraud }: PaymentRow): Exception[] {
  const troubles: Exception[] = []
  if (dispute) {
    const colour = isDisputeOpen(dispute) ? 'warning' : dispute === 'lost' ? 'danger' : 'secondary'
    troubles.push({ status: `dispute: ${dispute}`.replace('dispute: warning_', 'inquiry: '), colour })
  }
  if (earlyFraud) troubles.push({ status: 'early fraud', colour: 'danger' })
  return troubles
}

const exceptionsOf = (payment: PaymentRow) => [...refundsOf(payment), ...troublesOf(payment)]

/** The payment's own status, with what else there is to it. */
export const PaymentBadges = ({ payment, besides }: { payment: PaymentRow; besides: readonly Exception[] }) => (
  <Badges all={[{ status: payment.stripePaymentIntentStatus, colour: intentColour(payment.stripePaymentIntentStatus) }, ...besides]} />
)

/** The one badge that there is room for: the loudest exception, else the payment's own status. */
export function LoudestBadge({ payment }: { payment: PaymentRow }) {
  const { stripePaymentIntentStatus: status } = payment
  const { status: loudest, colour } = exceptionsOf(payment).at(-1) ?? { status, colour: intentColour(status) }
  return <StatusBadge status={loudest} colour={colour} />
}

/** The invoice status plus refunds, disputes and fraud. */
export const InvoiceBadges = ({ payment, besides = exceptionsOf(payment) }: { payment: PaymentRow; besides?: readonly Exception[] }) => (
  <Badges all={[{ status: payment.stripeInvoiceStatus, colour: invoiceColour(payment.stripeInvoiceStatus) }, ...besides]} />
)

const Badges = ({ all }: { all: readonly Exception[] }) => (
  <span className={styles.badges}>
    {all.map(({ status, colour, title }) => (
      <span key={status} title={title}>
        <StatusBadge status={status} colour={colour} />
      </span>
    ))}
  </span>
)
