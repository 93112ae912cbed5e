import { AlertIcon, EyeIcon, InfoIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { apiHas } from '../../../api/features.ts'
import { presenceQuery } from '../../../api/live.ts'
import { noteQuery } from '../../../api/notes.ts'
import { paymentsQuery } from '../../../api/payments.ts'
import { qrsQuery } from '../../../api/qrs.ts'
import { live } from '../../../api/query-client.ts'
import { statusColour } from '../../../contract/customer-status.ts'
import type { Customer } from '../../../contract/customers.ts'
import { formatDate } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { statusWords } from '../../../contract/status-words.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { totalText } from '../../list/count-text.ts'
import { statesOf } from '../account-state.ts'
import { flagsOf, formerPlan, hasPlan, planText, summaryOf } from '../customer-facts.ts'
import { CustomerName } from '../customer-name.tsx'
import { intentColour, refundText } from '../payment-badges.tsx'
import { presenceText } from '../presence.tsx'
import { lookupOptions } from '../record-facts.ts'
import styles from './summary.module.css'
import { fetched, type RecordProps, Summary, TwoLines } from './summary.tsx'

/** What support asks first: who is this, what do they pay, is anything wrong. */
export function CustomerSummary({ record: customer, isRested }: RecordProps<Customer>) {
  const { id } = customer
  const payments = useQuery({ ...paymentsQuery({ user: id, perPage: 1 }), ...lookupOptions, enabled: isRested })
  const qrs = useQuery({ ...qrsQuery({ customer: id, perPage: 1 }), ...lookupOptions, enabled: isRested })
  const note = useQuery({ ...noteQuery(id), ...lookupOptions, enabled: isRested && customer.hasNote })
  const here = useQuery({ ...presenceQuery({ type: 'customer', id }), enabled: isRested && live.isOn && apiHas('presence') })
  const last = payments.data?.rows[0]
  const summary = summaryOf(customer)
  const flags = flagsOf(customer)
  const states = statesOf(customer)
  return (
    <Summary
      title={<CustomerName customer={customer} />}
      badge={states.map((state) => <StatusBadge key={state} status={state} colour={statusColour(state)} />)}
      detail={customer.email}
      id={id}
      facts={{
        Plan: planOf(customer),
        [summary?.label ?? 'Next payment']: summary && (summary.date ?? 'unknown'),
        'Last payment': <TwoLines>{fetched(payments, last && <LastPayment payment={last} />)}</TwoLines>,
        'QR codes': fetched(qrs, qrs.data && totalText(qrs.data.pagination)),
      }}
      spoken={payments.data ? spokenOf(customer, last) : null}
    >
      {flags.length > 0 && (
        <ul className={styles.flags} aria-label="Of note">
          {flags.map(({ text, isWarning }) => (
            <li key={text} data-warning={isWarning || undefined}>
              {isWarning ? <AlertIcon size={12} /> : <InfoIcon size={12} />} <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {customer.hasNote && (
        <p className={styles.note}>
          <span className="block muted">Note</span>
          {fetched(note, note.data?.note)}
        </p>
      )}
      {here.data?.people.map((person) => (
        <p key={person.id} className="row gap-4 small muted above-8">
          <EyeIcon size={12} /> <span>{person.activity === 'viewing' ? `${person.name} is here` : presenceText(person)}</span>
        </p>
      ))}
    </Summary>
  )
}

function LastPayment({ payment }: { payment: PaymentRow }) {
  return (
    <span className={styles.payment}>
      <span>{`${formatMoney(payment.amount, payment.currency)} · ${formatDate(payment.createdAt)}`}</span>
      <StatusBadge
        status={paymentStatus(payment)}
        colour={refundText(payment) ? 'primary' : intentColour(payment.stripePaymentIntentStatus)}
      />
    </span>
  )
}

const planOf = (customer: Customer) => (hasPlan(customer) ? planText : formerPlan)(customer)

/** A refund takes precedence over the payment status. */
const paymentStatus = (payment: PaymentRow) => refundText(payment) ?? payment.stripePaymentIntentStatus

function spokenOf(customer: Customer, last: PaymentRow | undefined): string {
  const payment =
    last && `last payment ${formatMoney(last.amount, last.currency)} ${statusWords(paymentStatus(last))}, ${formatDate(last.createdAt)}`
  const words = [
    ...statesOf(customer).map(statusWords),
    planOf(customer),
    payment ?? 'no payment',
    ...flagsOf(customer).map(({ text }) => text),
  ]
  return `Preview: ${words.join('. ')}`
}
