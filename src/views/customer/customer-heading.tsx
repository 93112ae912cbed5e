import { statusColour } from '../../contract/customer-status.ts'
import type { Customer } from '../../contract/customers.ts'
import { statusWords } from '../../contract/status-words.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { unbroken } from '../../layout/kit/unbroken.tsx'
import { stateLabel } from '../../layout/records/account-state.ts'
import { Copyable } from '../../layout/records/copyable.tsx'
import { CustomerName, customerName } from '../../layout/records/customer-name.tsx'
import styles from './customer-heading.module.css'
import { saysState, statusNote } from './status-note.ts'

/** Name and company, and one state with what explains it: that of the account if it outranks the subscription. */
export function CustomerHeading({ customer }: { customer: Customer }) {
  const state = stateLabel(customer)
  const note = statusNote(customer)
  return (
    <span className="inline-row wrap gap-4-12">
      <span className={styles.name} data-fact="Name" title={customerName(customer)}>
        <CustomerName customer={customer} />
      </span>{' '}
      <span className="inline-row wrap fine gap-4-8 regular" data-fact="Status">
        {state ? (
          <>
            <StatusBadge status={state} colour={statusColour(state)} />{' '}
            {saysState(customer) ? null : <span className="muted">{`Subscription ${statusWords(customer.status)}`}</span>}
          </>
        ) : (
          <StatusBadge status={customer.status} colour={statusColour(customer.status)} />
        )}{' '}
        {note === null ? null : <span className="muted">{unbroken(note)}</span>}
      </span>
    </span>
  )
}

/** Email and id, both to be copied. */
export function CustomerLine({ customer }: { customer: Customer }) {
  return (
    <div className={styles.line}>
      <Copyable text={customer.email} what="email" command="customer.copy-email">
        <a href={`mailto:${encodeURIComponent(customer.email).replaceAll('%40', '@')}`}>{customer.email}</a>
      </Copyable>
      <Copyable text={String(customer.id)} what="id" command="customer.copy-id">
        {`#${customer.id}`}
      </Copyable>
    </div>
  )
}
