import type { Customer } from '../../contract/customers.ts'
import { formatDate } from '../../contract/dates.ts'
import { statusWords } from '../../contract/status-words.ts'

/** Words that explain a status which speaks for itself badly; dates are added where they are known. */
const fixed: Readonly<Record<string, string>> = {
  requires_action: 'The customer has to confirm a payment',
  past_due: 'A payment is overdue',
  incomplete: 'The first payment is not complete',
  incomplete_expired: 'The first payment was never completed',
  first_payment_pending: 'The first payment is on its way',
  waitingBankTransferApproval: 'Waiting for a bank transfer',
  soft_deleted: 'Can be restored',
  inactive: 'No subscription',
  onlyTrial: 'Trial ended, never subscribed',
}

/** What explains the status badge, beside it: 'End of period 03-12-2026'. Null if the badge says it all. */
export function statusNote(customer: Customer): string | null {
  const { status, subscriptionInfo, currentPeriodEnd, subscriptionEnded, canceledAt, triallingEndsAt, stripeTrialEnd } = customer
  const on = (words: string, time: number | null) => (time === null ? null : `${words} ${formatDate(time)}`)
  const trialEnd = triallingEndsAt ?? stripeTrialEnd
  if (subscriptionInfo.willCancel || status === 'active_canceled') return on('End of period', currentPeriodEnd)
  if (status === 'trialing') return on('Trial until', trialEnd)
  if (status === 'trial_ended') return on('Trial ended', trialEnd)
  if (status.startsWith('canceled')) {
    const by = customer.subscriptionCanceledBy
    // The other statuses name the cause themselves.
    const cause = status === 'canceled' && by !== null ? ` by ${by === 'admin' ? 'staff' : statusWords(by)}` : ''
    const note = on('Ended', subscriptionEnded ?? canceledAt)
    return note && `${note}${cause}`
  }
  return fixed[status] ?? null
}

/** Whether the status is that of the account, or the note says it all: 'Subscription banned' says nothing beside 'Banned'. */
export const saysState = ({ status }: Pick<Customer, 'status'>) =>
  status === 'banned' || ['soft_deleted', 'inactive', 'onlyTrial'].includes(status)
