import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import { formatDate } from '../../contract/dates.ts'
import type { Customer } from '../../contract/customers.ts'
import { statusWords } from '../../layout/status-badge.tsx'
import styles from './customer-page.module.css'

export interface Flag {
  text: string
  isWarning: boolean
}

/** What is out of the ordinary about a customer, the worst first. Flags that come twice count once (ruling 32). */
export function flagsOf(customer: Customer): Flag[] {
  const dispute = customer.stripeDisputeReason ?? customer.payment.stripeDisputeReason
  const found: [isTrue: boolean, text: string, isWarning: boolean][] = [
    [customer.deleted, `Account deleted${customer.deletedAt === null ? '' : ` on ${formatDate(customer.deletedAt)}`}`, true],
    [customer.banned, 'Banned', true],
    [customer.earlyFraud || customer.payment.earlyFraud, 'Early fraud on the last payment', true],
    [Boolean(dispute), `Dispute: ${statusWords(dispute ?? '')}`, true],
    [customer.subscriptionInfo.requiresAction, 'Payment requires action', true],
    [customer.whitelisted, 'Whitelisted', false],
    [customer.is2faEnabled, '2FA on', false],
    [customer.archived === 1, 'QR codes archived', false],
    [customer.trialPlan, 'Trial plan', false],
    [customer.legacyFlag, 'Legacy site', false],
  ]
  return found.filter(([isTrue]) => isTrue).map(([, text, isWarning]) => ({ text, isWarning }))
}

/** The line of flags; nothing where all is ordinary. */
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
