import type { Refusal } from './customer-rules.ts'
import { currencyDecimals, formatMoney } from './money.ts'
import { statusWords } from './status-words.ts'

/** What the refund rules need. Amounts in minor units of `currency`. */
export interface PaymentFacts {
  amount: number
  amountRefunded: number
  currency: string
  stripePaymentIntentStatus: string
  stripeInvoiceStatus: string
  stripeDisputeStatus: string | null
  refundInProgress: boolean
}

/** The amount left to refund, in minor units. */
export function refundable({ amount, amountRefunded }: Pick<PaymentFacts, 'amount' | 'amountRefunded'>): number {
  return Math.max(0, amount - amountRefunded)
}

/** Disputes whose money the bank holds or keeps; in all others it came back or never left. */
export const takingDisputes = ['needs_response', 'under_review', 'lost'] as const

/** Whether a dispute is open, that is not won, lost, `warning_closed` or `charge_refunded`. */
export function isDisputeOpen(status: string | null): boolean {
  return status !== null && !['won', 'lost', 'warning_closed', 'charge_refunded'].includes(status)
}

/** Whether the bank holds the money until a dispute is decided. An inquiry (`warning_…`) has moved none: a refund settles it (ruling 61). */
export const isMoneyHeld = (status: string | null) => isDisputeOpen(status) && status?.startsWith('warning_') !== true

/** What a dispute has done with the money, in a sentence; null without one. */
export function disputeOutcome({
  amount,
  currency,
  stripeDisputeStatus: status,
}: Pick<PaymentFacts, 'amount' | 'currency' | 'stripeDisputeStatus'>): string | null {
  if (status === null) return null
  const money = formatMoney(amount, currency)
  if (status === 'won') return `A dispute was won: the ${money} came back.`
  if (status === 'lost') return `A dispute was lost: the customer has the ${money} back.`
  if (status === 'charge_refunded') return 'A dispute ended with the refund: the customer has the money back.'
  if (status === 'warning_closed') return 'An inquiry was closed: no money moved.'
  if (status.startsWith('warning_')) return `The customer’s bank inquires: no money has moved yet.`
  return `A dispute is open: the bank holds the ${money} until it is decided.`
}

/**
 * Refund: invoice paid, no refund in progress, something left, no open or lost dispute (document 1, section 4; rulings
 * 30 and 61). After a lost one the customer already has the money, and the provider refuses a refund.
 */
export function whyNotRefund(payment: PaymentFacts): Refusal {
  if (payment.stripeInvoiceStatus !== 'paid') return `Not paid. The invoice is ${statusWords(payment.stripeInvoiceStatus)}.`
  if (payment.refundInProgress) return 'A refund is in progress.'
  if (refundable(payment) === 0) return 'Already refunded in full.'
  if (payment.stripeDisputeStatus === 'lost') return 'Dispute lost. The customer already has the money back.'
  return isMoneyHeld(payment.stripeDisputeStatus) ? 'Dispute still open. Nothing can be refunded until the bank decides.' : null
}

/** Force-approve: only processing or requires_* intents (ruling 31). */
export function whyNotApprove({ stripePaymentIntentStatus: status }: Pick<PaymentFacts, 'stripePaymentIntentStatus'>): Refusal {
  return status === 'processing' || status.startsWith('requires_')
    ? null
    : `Nothing to approve. The payment is ${statusWords(status)}; only one that is processing or requires something can be approved.`
}

export type ParsedAmount = { amount: number; refusal: null } | { amount: null; refusal: string }

/**
 * Parses a typed amount: digits, optionally one ',' or '.', at most the currency's decimals (ruling 29). Works on the
 * text, never in floating point.
 * @returns minor units, or the reason it is refused
 */
export function parseAmount(text: string, currency: string): ParsedAmount {
  const refuse = (refusal: string): ParsedAmount => ({ amount: null, refusal })
  const decimals = currencyDecimals(currency)
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim())
  const [, thousands, point, cents] = /^([1-9]\d{0,2}(?:([.,])\d{3})+)(?!\2)[.,](\d{1,3})$/.exec(text.trim()) ?? []
  if (thousands !== undefined && point !== undefined && (cents?.length ?? 0) <= (decimals || 2))
    return refuse(`Leave out the thousands separators: ${thousands.replaceAll(point, '')}${decimals === 0 ? '' : `,${cents ?? ''}`}.`)
  if (!match) return refuse(decimals === 0 ? 'Enter a whole amount, such as 1200.' : 'Enter an amount, such as 12,50.')
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals)
    return refuse(
      decimals === 0 ? `${currency.toUpperCase()} has no decimals.` : `${currency.toUpperCase()} has ${decimals} decimals at most.`,
    )
  return { amount: Number(whole + fraction.padEnd(decimals, '0')), refusal: null }
}

/** Whether this amount, in minor units, may be refunded: more than 0, at most the remainder (ruling 30). */
export function whyNotRefundAmount(payment: PaymentFacts, amount: number): Refusal {
  const left = refundable(payment)
  if (amount <= 0) return 'Enter an amount of more than 0.'
  return amount > left ? `At most ${formatMoney(left, payment.currency)} can be refunded.` : null
}
