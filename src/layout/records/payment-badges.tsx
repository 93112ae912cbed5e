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

/** Of a payment that waits for somebody, in as many letters as a laptop's column has room for; its title has them all. */
const shortIntents: Readonly<Record<string, string>> = {
  requires_payment_method: 'method needed',
  requires_action: 'needs action',
  requires_confirmation: 'unconfirmed',
}

/** The payment's own status. */
export const PaymentBadge = ({ payment: { stripePaymentIntentStatus: status } }: { payment: PaymentRow }) => (
  <StatusBadge status={status} colour={intentColour(status)} short={shortIntents[status]} />
)

/** What there is besides the statuses of payment and invoice, the loudest last. */
function exceptionsOf(payment: PaymentRow) {
  const refund = refundText(payment)
  const dispute = payment.stripeDisputeStatus
  const all: (false | { status: string; colour: BadgeColour; title?: string })[] = [
    refund !== null && {
      status: refund,
      colour: 'primary',
      title: `${formatMoney(payment.amountRefunded, payment.currency)} of ${formatMoney(payment.amount, payment.currency)}`,
    },
    payment.refundInProgress && { status: 'refund in progress', colour: 'warning' },
    Boolean(dispute) && {
      status: `dispute: ${dispute}`,
      colour: isDisputeOpen(dispute) ? 'warning' : dispute === 'lost' ? 'danger' : 'secondary',
    },
    payment.earlyFraud && { status: 'early fraud', colour: 'danger' },
  ]
  return all.filter((exception) => exception !== false)
}

/** The one badge that there is room for: the loudest exception, else the payment's own status. */
export function LoudestBadge({ payment }: { payment: PaymentRow }) {
  const loudest = exceptionsOf(payment).at(-1)
  return loudest ? <StatusBadge status={loudest.status} colour={loudest.colour} /> : <PaymentBadge payment={payment} />
}

/** The invoice status plus refunds, disputes and fraud. */
export function InvoiceBadges({ payment }: { payment: PaymentRow }) {
  return (
    <span className={styles.badges}>
      <StatusBadge status={payment.stripeInvoiceStatus} colour={invoiceColour(payment.stripeInvoiceStatus)} />
      {exceptionsOf(payment).map(({ status, colour, title }) =>
        title === undefined ? (
          <StatusBadge key={status} status={status} colour={colour} />
        ) : (
          <span key={status} title={title}>
            <StatusBadge status={status} colour={colour} />
          </span>
        ),
      )}
    </span>
  )
}
