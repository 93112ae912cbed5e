import { statusColour } from '../../contract/customer-status.ts'
import type { Customer } from '../../contract/customers.ts'
import { Copyable } from '../../layout/records/copyable.tsx'
import { planText } from '../../layout/records/customer-facts.ts'
import { CustomerName, customerName } from '../../layout/records/customer-name.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import styles from './customer-page.module.css'

/** Name and status. */
export function CustomerHeading({ customer }: { customer: Customer }) {
  return (
    <span className={styles.heading}>
      <span className={styles.name} title={customerName(customer)}>
        <CustomerName customer={customer} />
      </span>
      <StatusBadge status={customer.status} colour={statusColour(customer.status)} />
    </span>
  )
}

/** Plan, e-mail and id; the last two can be copied. */
export function CustomerLine({ customer }: { customer: Customer }) {
  return (
    <div className={styles.line}>
      <span className="medium">{planText(customer)}</span>
      <Copyable text={customer.email} what="e-mail">
        <a href={`mailto:${encodeURIComponent(customer.email).replaceAll('%40', '@')}`}>{customer.email}</a>
      </Copyable>
      <Copyable text={String(customer.id)} what="id">
        #{customer.id}
      </Copyable>
    </div>
  )
}
