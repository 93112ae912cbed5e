import type { Customer } from '../../contract/customers.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { Card, Figure } from '../../layout/detail/card.tsx'
import { FieldList } from '../../layout/detail/field-list.tsx'
import { accountFields, deviceFields, limitFields, originFields, paymentFields, subscriptionFields } from './customer-fields.tsx'
import styles from './customer-page.module.css'
import { summaryOf } from './summary.ts'

/** The cards of the page: three columns at a desk, one on a phone in the order in which a support person asks. */
export function CustomerCards({ customer }: { customer: Customer }) {
  const summary = summaryOf(customer)
  return (
    <div className={styles.cards}>
      <div className={styles.column}>
        <Card title="Subscription">
          {summary ? <Figure caption={summary.label}>{summary.date ?? '—'}</Figure> : null}
          <FieldList fields={subscriptionFields(customer)} />
          <FieldList title="Payment method" fields={paymentFields(customer)} />
        </Card>
      </div>
      <div className={styles.column}>
        <Card title="Customer">
          <FieldList fields={accountFields(customer)} />
          <FieldList title="Limits" fields={limitFields(customer)} />
          <FieldList title="Origin" fields={originFields(customer)} />
        </Card>
      </div>
      <div className={styles.column}>
        <Card title="Total revenue">
          <Figure>{formatMoney(customer.totalRevenue, accountCurrency)}</Figure>
        </Card>
        <Card title="Device">
          <FieldList fields={deviceFields(customer)} />
        </Card>
      </div>
    </div>
  )
}
