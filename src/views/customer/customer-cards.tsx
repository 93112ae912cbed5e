import type { Customer } from '../../contract/customers.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { Card, Figure } from '../../layout/records/card.tsx'
import { FieldList } from '../../layout/records/field-list.tsx'
import { deviceFields, paymentFields, subscriptionFields } from './customer-fields.tsx'
import { summaryOf } from '../../layout/records/customer-facts.ts'

/** The plan, what happens next, and the payment method. */
export function SubscriptionCard({ customer }: { customer: Customer }) {
  const summary = summaryOf(customer)
  return (
    <Card title="Subscription">
      {summary ? <Figure caption={summary.label}>{summary.date ?? '—'}</Figure> : null}
      <FieldList fields={subscriptionFields(customer)} />
      <FieldList title="Payment method" fields={paymentFields(customer)} />
    </Card>
  )
}

/** Total revenue, in the account currency. */
export function RevenueCard({ customer }: { customer: Customer }) {
  return (
    <Card title="Total revenue">
      <Figure>{formatMoney(customer.totalRevenue, accountCurrency)}</Figure>
    </Card>
  )
}

/** The customer's device. */
export function DeviceCard({ customer }: { customer: Customer }) {
  return (
    <Card title="Device">
      <FieldList fields={deviceFields(customer)} />
    </Card>
  )
}
