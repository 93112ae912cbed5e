import type { Random } from './random.ts'

const day = 86_400

export type IntentStatus = 'succeeded' | 'processing' | 'canceled' | 'requires_action' | 'requires_confirmation' | 'requires_payment_method'
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
export type PaymentMethod = 'card' | 'sepa_debit' | 'google_pay' | 'apple_pay' | 'sofort' | 'ideal' | 'bancontact' | 'paypal'

interface Terms {
  at: number
  /** In minor units of `currency`. */
  amount: number
  currency: string
  trialPlan: boolean
  discount: number | null
}

/** A payment in a story, before ids and provider details. */
export interface Charge extends Terms {
  intent: IntentStatus
  invoice: InvoiceStatus
  confirmedAt: number | null
  refunds: { amount: number; at: number; state: 'pending' | 'succeeded' | 'failed' }[]
  dispute: 'needs_response' | 'lost' | null
  disputeReason: string | null
  earlyFraud: boolean
  /** If it differs from the customer's usual one. */
  method?: PaymentMethod
}

/** A failed charge. */
export function failCharge(terms: Terms, intent: IntentStatus, invoice: InvoiceStatus): Charge {
  const { at, amount, currency, trialPlan, discount } = terms
  return {
    at,
    amount,
    currency,
    trialPlan,
    discount,
    intent,
    invoice,
    confirmedAt: null,
    refunds: [],
    dispute: null,
    disputeReason: null,
    earlyFraud: false,
  }
}

/** A successful charge. */
export function paidCharge(terms: Terms, confirmedAt = terms.at): Charge {
  return { ...failCharge(terms, 'succeeded', 'paid'), confirmedAt }
}

/** Adds a successful charge, sometimes refunded or disputed; a recent bank debit is still processing. */
export function addCharge(random: Random, charges: Charge[], terms: Terms, { now, bankDebit }: { now: number; bankDebit: boolean }): void {
  const confirmedAt = terms.at + (bankDebit ? random.int(3, 5) * day : random.int(1, 50))
  if (confirmedAt > now) {
    charges.push(bankDebit ? failCharge(terms, 'processing', 'open') : paidCharge(terms, now))
    return
  }
  const charge = paidCharge(terms, confirmedAt)
  const fortune = random.next()
  if (fortune < 0.03) charge.refunds = drawRefunds(random, charge, now)
  else if (fortune < 0.0325) {
    charge.dispute = terms.at > now - 45 * day ? 'needs_response' : 'lost'
    charge.disputeReason = random.pick(['fraudulent', 'unrecognized', 'general'])
  }
  charges.push(charge)
}

/** Marks a charge as collected later than made. */
export function collect(charge: Charge | undefined, at: number): void {
  if (charge === undefined || charge.confirmedAt === null) return
  charge.at = at
  charge.confirmedAt = at
  charge.refunds = []
}

function drawRefunds(random: Random, charge: Charge, now: number): Charge['refunds'] {
  const at = (charge.confirmedAt ?? charge.at) + random.int(3600, 20 * day)
  if (at > now) return []
  const part = Math.max(1, Math.round(charge.amount * random.pick([0.25, 0.5, 0.5, 0.75])))
  const kind = random.weighted([
    ['full', 50],
    ['part', 36],
    ['twice', 10],
    ['failed', 3],
    ['pending', 1],
  ] as const)
  if (kind === 'full') return [{ amount: charge.amount, at, state: 'succeeded' }]
  if (kind === 'part') return [{ amount: Math.min(part, charge.amount), at, state: 'succeeded' }]
  if (kind === 'pending') return [{ amount: charge.amount, at, state: at > now - 2 * day ? 'pending' : 'succeeded' }]
  if (kind === 'failed') return [{ amount: charge.amount, at, state: 'failed' }]
  const later = Math.min(now, at + day)
  const rest = charge.amount - Math.min(part, charge.amount)
  const first = { amount: charge.amount - rest, at, state: 'succeeded' } as const
  return rest === 0 ? [first] : [first, { amount: rest, at: later, state: 'succeeded' }]
}
