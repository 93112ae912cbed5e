import { formatDate } from '../../contract/dates.ts'
import type { Customer } from '../../contract/customers.ts'

type SummaryFacts = Pick<Customer, 'status' | 'subscriptionInfo' | 'currentPeriodEnd' | 'triallingEndsAt' | 'stripeTrialEnd'>

export interface Summary {
  label: string
  /** DD-MM-YYYY; null where the date is not known. */
  date: string | null
}

/**
 * What comes next in a subscription (document 1, section 2): the end of the period where it will be canceled, the next payment where
 * it is active or requires action, the end of the trial while trialing; null for all others.
 */
export function summaryOf(customer: SummaryFacts): Summary | null {
  const date = (seconds: number | null) => (seconds === null ? null : formatDate(seconds))
  const { status } = customer
  if (customer.subscriptionInfo.willCancel || status === 'active_canceled')
    return { label: 'End of period', date: date(customer.currentPeriodEnd) }
  if (status === 'active' || status === 'requires_action') return { label: 'Next payment', date: date(customer.currentPeriodEnd) }
  if (status === 'trialing') return { label: 'Trial ends', date: date(customer.triallingEndsAt ?? customer.stripeTrialEnd) }
  return null
}
