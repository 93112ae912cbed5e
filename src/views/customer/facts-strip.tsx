import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiHas } from '../../api/features.ts'
import { customerImpactQuery } from '../../api/qr-impact.ts'
import { customerParts } from '../../commands/customers/parts.ts'
import { formatCount } from '../../contract/count.ts'
import { failureOf, isCardExpired } from '../../contract/customer-alerts.ts'
import type { CustomerOverview, PaymentFact } from '../../contract/customer-overview.ts'
import type { Customer } from '../../contract/customers.ts'
import { formatDate, formatDateTime } from '../../contract/dates.ts'
import type { Pagination } from '../../contract/list.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { isDisputeOpen } from '../../contract/payment-rules.ts'
import { capitalise, statusWords } from '../../contract/status-words.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { unbroken } from '../../layout/kit/unbroken.tsx'
import { totalText } from '../../layout/list/count-text.ts'
import { formerPlan, hasPlan, planText, summaryOf } from '../../layout/records/customer-facts.ts'
import { refundText } from '../../layout/records/payment-badges.tsx'
import { brandName, methodName } from '../../layout/records/payment-names.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './facts-strip.module.css'
import { tabHref } from './search.ts'

/** By what a customer pays: 'Visa 4242'; null if unknown. */
export function methodText({ last4, cardBrand, bankCode, lastPaymentMethod }: Customer): string | null {
  if (last4 === null) return lastPaymentMethod === null ? null : methodName(lastPaymentMethod)
  return `${cardBrand === null ? methodName(bankCode === null ? 'card' : 'sepa_debit') : brandName(cardBrand)} ${last4}`
}

/**
 * What a customer pays, and what comes next, unless the heading says when: that of a trial's end or the period's.
 * @param now unix seconds
 */
export function paysOf(customer: Customer, now: number): { value: string; next: string } {
  const { planPrice, planCurrency, discount, subscriptionStatus, subscriptionInfo } = customer
  const plan = planText(customer)
  const summary = summaryOf(customer)
  if (!hasPlan(customer)) return { value: 'None', next: customer.planName === null ? '' : formerPlan(customer) }
  const amount =
    planPrice === null ? null : formatMoney(Math.round((planPrice * (100 - (discount ?? 0))) / 100), planCurrency ?? accountCurrency)
  const method = methodText(customer)
  const by = method === null ? null : `${method}${isCardExpired(customer, now) ? ' (expired)' : ''}`
  const join = (parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
  if (summary?.date == null) {
    const unknown = summary && `${summary.label === 'Trial ends' ? 'Trial end' : summary.label} unknown`
    return { value: plan, next: join([subscriptionStatus === 'past_due' ? 'Overdue' : null, unknown, by ?? 'no payment method']) }
  }
  if (summary.label === 'Next payment')
    return { value: plan, next: join([`Next payment ${amount ? `${amount} on ` : ''}${summary.date}`, by]) }
  if (subscriptionInfo.willCancel || summary.label === 'End of period') return { value: plan, next: 'Not renewed' }
  return { value: plan, next: capitalise(join([amount && `then ${amount}`, by ?? 'no card'])) }
}

/** A payment's result in a word or two: a dispute or refund counts more than its own status. */
export function resultOf(payment: PaymentFact): { text: string; tone: 'danger' | 'success' | undefined } {
  const { stripeDisputeStatus: dispute, stripePaymentIntentStatus: status } = payment
  if (isDisputeOpen(dispute)) return { text: 'disputed', tone: 'danger' }
  if (dispute === 'lost') return { text: 'dispute lost', tone: 'danger' }
  const failure = failureOf(payment)
  if (failure !== null) return { text: failure === 'failed' ? statusWords(status) : failure, tone: 'danger' }
  const refund = refundText(payment)
  return { text: refund ?? statusWords(status), tone: refund === null && status === 'succeeded' ? 'success' : undefined }
}

interface FactsProps {
  customer: Customer
  /** Null if the admin API has none, or it could not be loaded; undefined while it loads. */
  overview: CustomerOverview | null | undefined
  /** The newest payment, if the overview doesn't say; undefined while it loads. */
  lastPayment: PaymentFact | null | undefined
  /** QR codes, deleted ones included; undefined while they load. */
  qrs: Pagination | undefined
  /** Unix seconds. */
  now: number
}

/** What support asks first, in five facts. Their places are kept while they load. */
export function FactsStrip({ customer, overview, lastPayment, qrs, now }: FactsProps) {
  const { id, createdAt, lastLogin, totalRevenue, qrLimit } = customer
  const pays = paysOf(customer, now)
  const last = overview ? overview.lastPayment : overview === null ? lastPayment : undefined
  const used = overview ? formatCount(overview.qrs.used) : overview === null && qrs ? totalText(qrs) : ''
  const deleted = overview && qrs && !qrs.total_capped ? qrs.total_results - overview.qrs.used : 0
  const refunded = overview?.refunded
  const isOver = overview != null && qrLimit !== null && overview.qrs.used > qrLimit
  return (
    <section aria-label="At a glance">
      <Strip>
        <Fact label="Plan" value={pays.value}>
          {pays.next && <span title={pays.next}>{unbroken(pays.next)}</span>}
        </Fact>
        <Fact
          label="Last payment"
          value={
            last === undefined ? <Bone /> : last === null ? 'None' : <RecordLink href={tabHref(id, 'payments')}>{moneyOf(last)}</RecordLink>
          }
        >
          {last === undefined ? <Bone /> : last === null ? null : <LastPayment payment={last} />}
        </Fact>
        <Fact
          label="QR codes used"
          value={
            used === '' ? (
              <Bone />
            ) : (
              <>
                <span className={isOver ? 'danger' : undefined}>{qrLimit === null ? used : `${used} of ${formatCount(qrLimit)}`}</span>
                {deleted > 0 ? <small className="muted fine">{` + ${formatCount(deleted)} deleted`}</small> : null}
              </>
            )
          }
        >
          {apiHas('impact') && used !== '0' ? <Scans customerId={id} /> : null}
        </Fact>
        <Fact label="Customer since" value={<time title={formatDateTime(createdAt)}>{unbroken(formatDate(createdAt))}</time>}>
          {lastLogin === null ? 'Never seen' : <Ago at={lastLogin} says="Last seen" />}
        </Fact>
        <Fact label={customerParts.revenue.title} value={formatMoney(totalRevenue, accountCurrency)}>
          {refunded === 0 ? (totalRevenue === 0 ? null : 'No refunds') : refunded && `${formatMoney(refunded, accountCurrency)} refunded`}
        </Fact>
      </Strip>
    </section>
  )
}

/** The facts' names in their places, while the customer loads. */
export function FactsSkeleton() {
  return (
    <Strip>
      {['Plan', 'Last payment', 'QR codes used', 'Customer since', customerParts.revenue.title].map((label) => (
        <Fact key={label} label={label} value={<Bone />}>
          <Bone />
        </Fact>
      ))}
    </Strip>
  )
}

const Strip = ({ children }: { children: ReactNode }) => (
  <div className="container">
    <dl className={styles.strip}>{children}</dl>
  </div>
)

const moneyOf = ({ amount, currency }: PaymentFact) => formatMoney(amount, currency)

function LastPayment({ payment }: { payment: PaymentFact }) {
  const { text, tone } = resultOf(payment)
  return (
    <span>
      <time title={formatDateTime(payment.createdAt)}>{unbroken(formatDate(payment.createdAt))}</time>
      {', '}
      <span className={tone === 'danger' ? 'danger medium' : tone} title={payment.stripePaymentIntentStatus}>
        {text}
      </span>
    </span>
  )
}

/** Scans of the last 30 days, asked for by itself: a customer may have very many codes. */
function Scans({ customerId }: { customerId: number }) {
  const { data, isError } = useQuery(customerImpactQuery(customerId))
  if (data) return <span>{`${formatCount(data.scans)} ${data.scans === 1 ? 'scan' : 'scans'} in 30 days`}</span>
  return isError ? <span>Scans could not be loaded</span> : <Bone />
}

const Bone = () => <span className="skeleton v-middle inline-block" style={{ width: '70%' }} aria-hidden="true" />

function Fact({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className="note">{label}</dt>
      <dd translate="no" className={styles.value} data-fact={label}>
        {value}
      </dd>
      <dd className={styles.more} data-fact={label}>
        {children}
      </dd>
    </div>
  )
}
