import { isRunning } from '../../contract/customer-rules.ts'
import type { Customer } from '../../contract/customers.ts'
import { formatDate } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { statusWords } from '../../contract/status-words.ts'

interface Flag {
  text: string
  isWarning: boolean
}

/** What is unusual about a customer, worst first. Duplicate flags count once (ruling 32). */
export function flagsOf(customer: Customer): Flag[] {
  const dispute = customer.stripeDisputeReason ?? customer.payment.stripeDisputeReason
  const found: [isTrue: boolean, text: string, isWarning: boolean][] = [
    [customer.deleted, `Account deleted${customer.deletedAt === null ? '' : ` on ${formatDate(customer.deletedAt)}`}`, true],
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

type SummaryFacts = Pick<Customer, 'status' | 'subscriptionInfo' | 'currentPeriodEnd' | 'triallingEndsAt' | 'stripeTrialEnd'>

export interface Summary {
  label: string
  /** DD-MM-YYYY; null if unknown. */
  date: string | null
}

/**
 * A subscription's next date (document 1, section 2): end of period if canceled, next payment if active or requiring
 * action, trial end if trialing; else null.
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

type Plan = Pick<Customer, 'planName' | 'planPrice' | 'planCurrency' | 'planMonths'>

/** The period after a price: '/month', '/year' or '/3 months'. */
function periodText(months: number | null): string {
  if (months === null) return ''
  if (months === 1) return '/month'
  return months === 12 ? '/year' : `/${months} months`
}

/** A plan's price per period: '19,90 €/month'; null if it has none. */
export function priceText({ planPrice, planCurrency, planMonths }: Omit<Plan, 'planName'>): string | null {
  return planPrice === null ? null : `${formatMoney(planPrice, planCurrency ?? accountCurrency)}${periodText(planMonths)}`
}

/** A plan in one line: 'Pro · 19,90 €/month'. */
export function planText(plan: Plan): string {
  return [plan.planName ?? 'No plan', priceText(plan)].filter(Boolean).join(' · ')
}

/** Whether there is a plan to pay: also one whose payment is yet to be confirmed, whatever became of the subscription. */
export const hasPlan = (customer: Customer) => isRunning(customer) || summaryOf(customer)?.label === 'Next payment'

/** The plan that was: 'Was on Pro · 19,90 €/month'. */
export const formerPlan = (customer: Customer) => (customer.planName === null ? 'No subscription' : `Was on ${planText(customer)}`)
