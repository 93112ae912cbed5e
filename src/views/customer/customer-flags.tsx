import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import type { Customer } from '../../contract/customers.ts'
import { flagsOf } from '../../layout/records/customer-facts.ts'
import styles from './customer-page.module.css'

/** Flags of a customer; renders nothing if there are none. */
export function CustomerFlags({ customer }: { customer: Customer }) {
  const flags = flagsOf(customer)
  if (flags.length === 0) return null
  return (
    <ul className={styles.flags} aria-label="Of note">
      {flags.map(({ text, isWarning }) => (
        <li key={text} className={styles.flag} data-warning={isWarning || undefined}>
          {isWarning ? <AlertIcon size={14} /> : <InfoIcon size={14} />}
          {text}
        </li>
      ))}
    </ul>
  )
}
