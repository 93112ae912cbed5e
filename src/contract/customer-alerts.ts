import { auditActions } from './audit-actions.ts'
import type { CustomerOverview, PaymentFact } from './customer-overview.ts'
import { isLive, isRunning, whyNotRestore } from './customer-rules.ts'
import type { Customer } from './customers.ts'
import { daysInRange, formatDate, formatDateTime, monthBounds } from './dates.ts'
import { formatMoney } from './money.ts'
import { isDisputeOpen, refundable } from './payment-rules.ts'
import { productEvents } from './product-events.ts'
import { capitalise, statusWords } from './status-words.ts'

/** What can be done about it: a command on the customer, one of their tabs, or a part of their page. */
export type NextStep = { label: string } & ({ command: string } | { search: string } | { part: 'email' })

/** Something about a customer that needs attention, with its cause. */
export interface CustomerAlert {
  id: string
  /** `danger`: something is wrong now; `attention`: it will be, or is on purpose. */
  tone: 'danger' | 'attention'
  text: string
  next: readonly NextStep[]
}

/** How many alerts are shown if fewer than that are dangers. */
const usualAlerts = 3
/** Days before its end that a trial counts as ending, and after it as just ended. */
const trialDays = 7
const endedDays = 30

const atProvider = (label = 'Open in Stripe'): NextStep => ({ label, command: 'customer.open-at-provider' })
const payments: NextStep = { label: 'View payments', search: '?tab=payments' }
const edit = (label: string): NextStep => ({ label, command: 'customer.edit' })

/** When a card stops working, in unix seconds; null if there is none. */
function cardEnd({ expiryMonth, expiryYear }: Pick<Customer, 'expiryMonth' | 'expiryYear'>): number | null {
  return expiryMonth === null || expiryYear === null ? null : monthBounds(expiryYear, expiryMonth).to
}

/** A card's expiry: '05/2025'. */
export const expiryText = ({ expiryMonth, expiryYear }: Pick<Customer, 'expiryMonth' | 'expiryYear'>) =>
  expiryMonth === null || expiryYear === null ? null : `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`

/** Whether the card is past its last month. `now` in unix seconds. */
export function isCardExpired(customer: Pick<Customer, 'expiryMonth' | 'expiryYear'>, now: number): boolean {
  const end = cardEnd(customer)
  return end !== null && end < now
}

const moneyOf = ({ amount, currency }: PaymentFact) => formatMoney(amount, currency)

const bounceWords: Readonly<Record<string, string>> = {
  bounces: 'bounced',
  hardBounces: 'hard-bounced',
  softBounces: 'soft-bounced',
  invalid: 'had an invalid address',
  blocked: 'was blocked',
}

/** What became of a payment that brought no money; null if it did, or still may without anybody's doing. */
export function failureOf({ stripePaymentIntentStatus: status }: Pick<PaymentFact, 'stripePaymentIntentStatus'>): string | null {
  if (status === 'succeeded' || status === 'processing') return null
  if (status === 'requires_action') return 'needs confirmation'
  return status === 'requires_confirmation' ? 'was not confirmed' : status === 'canceled' ? 'was canceled' : 'failed'
}

interface Known {
  customer: Customer
  /** Null if the admin API has none, or it isn't loaded. */
  overview: CustomerOverview | null
  /** Unix seconds. */
  now: number
}

type Rule = (known: Known) => Omit<CustomerAlert, 'id'> | null

const danger = (text: string, ...next: NextStep[]) => ({ tone: 'danger', text, next }) as const
const attention = (text: string, ...next: NextStep[]) => ({ tone: 'attention', text, next }) as const

/** A payment that is due and did not come. */
function paymentTrouble({ customer, overview, now }: Known) {
  const { subscriptionStatus: status, subscriptionInfo } = customer
  if (!isLive(status)) return null
  const last = overview?.lastPayment
  const failure = last ? failureOf(last) : null
  const isDue = status === 'past_due' || status === 'unpaid' || status === 'requires_action' || subscriptionInfo.requiresAction
  if (!isDue && failure === null) return null
  const what =
    last && failure !== null
      ? `the payment of ${formatDate(last.createdAt)} (${moneyOf(last)}) ${failure}`
      : status === 'requires_action' || subscriptionInfo.requiresAction
        ? 'a payment needs the customer’s confirmation'
        : 'a payment is overdue'
  const card = isCardExpired(customer, now) ? `card expired ${expiryText(customer)}, and ` : ''
  return danger(`${capitalise(`${card}${what}`)}.`, atProvider(), payments)
}

/** Seconds that the product may take to confirm, usually one or two. */
const soon = 15

/** What ended without the provider's word for it doesn't run either. */
const stillRuns = (subscription: Pick<Customer, 'status' | 'subscriptionStatus' | 'subscriptionEnded'>, now: number) =>
  isRunning(subscription) && (subscription.subscriptionEnded === null || subscription.subscriptionEnded > now)

/** Worst first. */
const rules = {
  erased: ({ customer: { erased } }) =>
    erased ? attention('The personal data was erased for good. Payments and invoices are kept.') : null,

  // An erased account counts as deleted, but cannot be restored.
  deleted: ({ customer: { deleted, deletedAt, erased, ...subscription }, now }) =>
    deleted && !erased
      ? danger(
          `The account was deleted${deletedAt === null ? '' : ` on ${formatDate(deletedAt)}`}${stillRuns(subscription, now) ? ', but the subscription still runs' : ''}.`,
          { label: 'Restore', command: 'customer.restore' },
        )
      : null,

  banned: ({ customer: { banned, ...subscription }, overview, now }) => {
    if (!banned) return null
    const ban = overview?.ban
    const by = ban?.by ?? (ban?.reason ? `web risk (${statusWords(ban.reason)})` : null)
    const runs = stillRuns(subscription, now) && !subscription.subscriptionInfo.willCancel
    return danger(
      `Banned${ban ? ` on ${formatDate(ban.at)}${by === null ? '' : ` by ${by}`}` : ''}: the customer cannot sign in${runs ? ', but the subscription still runs' : ''}.`,
      { label: 'Unban', command: 'customer.ban' },
      ...(runs ? [{ label: 'Cancel at period end', command: 'customer.cancel-at-period-end' }] : []),
    )
  },

  unconfirmed: ({ overview, now }) => {
    const { event, since } = overview?.unconfirmed ?? { event: null, since: now }
    const [action] = event === null ? [] : productEvents[event].actions
    if (action === undefined || now - since < soon) return null
    const minutes = Math.round((now - since) / 60)
    const forLong = minutes < 1 ? '' : minutes < 120 ? ` for ${minutes} min` : ` since ${formatDateTime(since)}`
    return attention(`${auditActions[action]} here; the product has not confirmed it${forLong}.`)
  },

  fraud: ({ customer: { earlyFraud, payment, banned }, overview }) => {
    if (!earlyFraud && !payment.earlyFraud) return null
    const last = overview?.lastPayment
    const isRefunded = last != null && last.amountRefunded > 0 && refundable(last) === 0
    return danger(
      `The card network warned of fraud on the last payment${isRefunded ? ', which was refunded' : ''}.`,
      ...(isRefunded ? [] : [{ label: 'Refund it', command: 'customer.refund' }]),
      ...(banned ? [] : [{ label: 'Ban', command: 'customer.ban' }]),
    )
  },

  dispute: ({ customer, overview }) => {
    const dispute = overview?.dispute
    const reason = dispute?.reason ?? customer.stripeDisputeReason ?? customer.payment.stripeDisputeReason
    const cause = reason ? ` (${statusWords(reason)})` : ''
    if (!dispute) return reason ? danger(`A payment is disputed${cause}.`, payments) : null
    const what = `The dispute of ${moneyOf(dispute)}, paid on ${formatDate(dispute.createdAt)},`
    return isDisputeOpen(dispute.stripeDisputeStatus)
      ? danger(`${what} is open.${reason ? ` Reason given: ${statusWords(reason)}.` : ''}`, atProvider('Respond in Stripe'), payments)
      : attention(`${what} was lost${cause}: the customer has the money back.`, payments)
  },

  payment: paymentTrouble,

  blocked: ({ overview }) => {
    const { blocked, infected } = overview?.qrs ?? { blocked: 0, infected: 0 }
    const parts = [blocked > 0 ? `${qrCount(blocked)} blocked` : '', infected > 0 ? `${qrCount(infected)} flagged as infected` : '']
    const text = parts.filter((part) => part !== '').join(', ')
    if (text === '') return null
    const see = { label: 'View QR codes', search: blocked > 0 ? '?tab=qrs&status=blocked' : '?tab=qrs' }
    return infected > 0 ? danger(`${text}.`, see) : attention(`${text}.`, see)
  },

  bounce: ({ customer: { email }, overview }) => {
    if (!overview?.bounce) return null
    const { event, at } = overview.bounce
    const text = `Last email ${bounceWords[event] ?? 'failed'} on ${formatDate(at)}.`
    const steps: NextStep[] = [edit('Change email'), { label: 'View emails', part: 'email' }]
    return ['hardBounces', 'invalid', 'blocked'].includes(event)
      ? danger(`${text} Emails to ${email} don’t arrive.`, ...steps)
      : attention(text, ...steps)
  },

  limit: ({ customer: { qrLimit }, overview }) =>
    qrLimit !== null && overview !== null && overview.qrs.used > qrLimit
      ? attention(`${qrCount(overview.qrs.used)}, but the limit is ${qrLimit}.`, edit('Change limit'))
      : null,

  card: (known) => {
    const { customer, now } = known
    const { currentPeriodEnd, subscriptionInfo, cancelAtPeriodEnd } = customer
    const end = cardEnd(customer)
    if (end === null || !isRunning(customer) || subscriptionInfo.willCancel || cancelAtPeriodEnd || paymentTrouble(known)) return null
    const next = currentPeriodEnd === null ? '' : formatDate(currentPeriodEnd)
    const ask = atProvider()
    if (end < now) return attention(`Card expired ${expiryText(customer)}${next && `: the payment on ${next} will fail`}.`, ask)
    return currentPeriodEnd !== null && end < currentPeriodEnd
      ? attention(`Card expires ${expiryText(customer)}, before the payment on ${next}.`, ask)
      : null
  },

  cancel: ({ customer, overview }) => {
    const { subscriptionInfo, cancelAtPeriodEnd, currentPeriodEnd, subscriptionCanceledBy } = customer
    if (!isRunning(customer) || !(subscriptionInfo.willCancel || cancelAtPeriodEnd)) return null
    // With these, the heading says on which day.
    const isDayKnown = subscriptionInfo.willCancel || customer.status === 'active_canceled'
    const by = overview?.cancel?.by ?? (subscriptionCanceledBy === 'customer' ? 'the customer' : null)
    return attention(
      `Set to cancel${currentPeriodEnd === null || isDayKnown ? '' : ` on ${formatDate(currentPeriodEnd)}`}${by === null ? '' : ` by ${by}`}.`,
      ...(subscriptionInfo.willCancel ? [{ label: 'Resume', command: 'customer.resume' }] : [atProvider()]),
    )
  },

  trial: ({ customer, now }) => {
    const { status, triallingEndsAt, stripeTrialEnd, last4 } = customer
    const end = triallingEndsAt ?? stripeTrialEnd
    if (end === null) return null
    const extend = { label: 'Extend trial', command: 'customer.extend-trial' }
    if (status === 'trial_ended' && end <= now && now - end < endedDays * 86_400)
      return attention(`The trial ended on ${formatDate(end)} without a subscription.`, extend)
    if (status !== 'trialing' || end < now || end - now > trialDays * 86_400) return null
    return attention(`The trial ends ${inDays(now, end)}${last4 === null ? ', and there is no card' : ''}.`, extend)
  },

  removed: ({ customer }) =>
    !customer.deleted && whyNotRestore(customer) === null
      ? attention('The subscription was deleted.', { label: 'Restore', command: 'customer.restore' })
      : null,

  archived: ({ customer: { archived } }) =>
    archived === 1 ? attention('The QR codes are archived.', { label: 'Unarchive', command: 'customer.unarchive-qrs' }) : null,
} as const satisfies Record<string, Rule>

/**
 * What is wrong with a customer, worst first: everything that is wrong now, and with less than three of those what will be or is on
 * purpose. The overview's facts are left out if there is none.
 * @param now unix seconds
 */
export function customerAlerts(customer: Customer, overview: CustomerOverview | null, now: number): CustomerAlert[] {
  const found = Object.entries<Rule>(rules).flatMap(([id, rule]): CustomerAlert[] => {
    const alert = rule({ customer, overview, now })
    return alert ? [{ id, ...alert }] : []
  })
  // Both in the order of the rules.
  const dangers = found.filter(({ tone }) => tone === 'danger')
  const rest = found.filter(({ tone }) => tone === 'attention')
  return [...dangers, ...rest.slice(0, Math.max(0, usualAlerts - dangers.length))]
}

const qrCount = (count: number) => `${count} QR ${count === 1 ? 'code' : 'codes'}`

function inDays(now: number, end: number): string {
  const days = daysInRange(now, end) - 1
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatDate(end)}, in ${days} days`
}
