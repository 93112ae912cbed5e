import { Banner } from '@primer/react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paymentDetailsQuery } from '../../../api/details.ts'
import { apiHas } from '../../../api/features.ts'
import { formatDateTime } from '../../../contract/dates.ts'
import type { PaymentDetails } from '../../../contract/details.ts'
import { accountCurrency, formatMoney } from '../../../contract/money.ts'
import { disputeOutcome, refundable } from '../../../contract/payment-rules.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { statusWords } from '../../../contract/status-words.ts'
import { Ago } from '../../kit/ago.tsx'
import { countryName } from '../../kit/country-name.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { besideHref } from '../../session/side-panel-address.ts'
import { Copyable } from '../copyable.tsx'
import { FieldList } from '../field-list.tsx'
import { InvoiceBadges, intentColour, methodText, refundColour } from '../payment-badges.tsx'
import { lookupOptions } from '../record-facts.ts'
import { RecordLink } from '../record-link.tsx'
import { CustomerLink, Entries, Fetched, type Head, Part, PaymentLink, type SideProps } from './parts.tsx'
import styles from './side-panel.module.css'

export const paymentHead = ({ id, ref, createdAt, stripePaymentIntentStatus: status }: PaymentRow): Head => ({
  title: `Payment ${id}`,
  detail: `Order ${ref} · ${formatDateTime(createdAt)}`,
  badge: <StatusBadge status={status} colour={intentColour(status)} />,
})

/** A payment: its money, what became of it, the card, refunds, tries around it, whose it is. */
export function PaymentSide({ record: payment, isRested }: SideProps<PaymentRow>) {
  const hasDetails = apiHas('details')
  const details = useQuery({ ...paymentDetailsQuery(payment.id), ...lookupOptions, enabled: isRested && hasDetails })
  const { data } = details
  const { amount, amountRefunded, currency } = payment
  const isPaid = payment.stripeInvoiceStatus === 'paid'
  const outcome = disputeOutcome(payment)
  const lacking = details.error ? 'unknown' : '…'
  const money = (value: number) => formatMoney(value, currency)
  return (
    <>
      <p className={styles.amount}>
        <strong>{money(amount)}</strong>
        <InvoiceBadges payment={payment} />
      </p>
      {outcome !== null && (
        <Banner
          variant="warning"
          layout="compact"
          title={outcome}
          description={hasDetails && `Reason given: ${data ? (data.disputeReason ? statusWords(data.disputeReason) : 'none') : lacking}`}
        />
      )}
      {payment.earlyFraud && (
        <Banner variant="warning" layout="compact" title="The card network warned of fraud. Refund it before it is disputed." />
      )}
      <Part title="Amounts">
        <FieldList
          fields={[
            { label: isPaid ? 'Paid' : 'Requested', value: money(amount) },
            currency.toLowerCase() !== accountCurrency && {
              label: 'In euros',
              value: formatMoney(payment.finalAmount, accountCurrency),
            },
            isPaid && { label: 'Refunded', value: amountRefunded === 0 ? 'No refunds' : money(amountRefunded) },
            isPaid && { label: 'Refundable', value: money(refundable(payment)) },
            hasDetails && { label: 'Discount', value: data ? (data.discount ? `${data.discount} %` : 'None') : lacking },
          ]}
        />
      </Part>
      <Part title="Payer">
        <FieldList
          fields={[
            { label: 'Customer', value: <CustomerLink id={payment.userId} holder={data?.customer ?? null} email={payment.email} /> },
            // Kept with the payment; the customer's may be another one by now.
            data && data.customer.email !== payment.email && { label: 'Email at the time', value: payment.email },
            { label: 'Method', value: methodText(payment) },
            { label: 'Country', value: payment.country && countryName(payment.country) },
            { label: 'IP', value: payment.ip },
            { label: 'Trial plan', value: payment.trialPlan ? 'Yes' : 'No' },
          ]}
        />
      </Part>
      <Part title="Record">
        <FieldList
          fields={[
            { label: 'Confirmed', value: payment.confirmedAt === null ? 'Not confirmed' : formatDateTime(payment.confirmedAt) },
            hasDetails && { label: 'Invoice', value: data ? <InvoiceLink invoice={data.invoice} /> : '…' },
            { label: 'Order', value: <Copyable text={payment.ref} what="order id" command="payment.copy-order-id" /> },
            payment.stripePaymentIntentId !== '' && {
              label: 'In Stripe',
              value: <Copyable text={payment.stripePaymentIntentId} what="payment intent" />,
            },
          ]}
        />
      </Part>
      {/* How many lines refunds take is known with the answer, so nothing may stand below them before. */}
      {isPaid && hasDetails && (
        <Part title="Refunds">
          <Fetched answer={details} lines={1}>
            {({ refunds }) => (
              <Entries none={amountRefunded === 0 ? 'Nothing was refunded.' : 'The refund details are not known.'}>
                {refunds.map((refund) => (
                  <Refund key={refund.id} refund={refund} />
                ))}
              </Entries>
            )}
          </Fetched>
        </Part>
      )}
      {hasDetails && (!isPaid || data || details.error) && (
        <Part title="Other payments within 30 days">
          <Fetched answer={details} lines={1}>
            {({ attempts }) => (
              <Entries none="None: it was the only attempt.">
                {attempts.map((attempt) => (
                  <li key={attempt.id}>
                    <PaymentLink payment={attempt} />
                    <Ago className="muted" at={attempt.createdAt} />
                  </li>
                ))}
              </Entries>
            )}
          </Fetched>
        </Part>
      )}
    </>
  )
}

function InvoiceLink({ invoice }: Pick<PaymentDetails, 'invoice'>) {
  const router = useRouter()
  return invoice ? <RecordLink href={besideHref(router, 'invoice', invoice.id)}>{invoice.number}</RecordLink> : 'None'
}

function Refund({ refund }: { refund: PaymentDetails['refunds'][number] }) {
  const { amount, currency, state, by, reason, error, createdAt } = refund
  return (
    <li>
      <span className="inline-row wrap gap-8">
        <span>{formatMoney(amount, currency)}</span>
        <StatusBadge status={state} colour={refundColour(state)} />
      </span>
      <Ago className="muted" at={createdAt} />
      <div className="note breaks">{[by === null ? 'made in Stripe' : `by ${by}`, reason, error].filter(Boolean).join(' · ')}</div>
    </li>
  )
}
