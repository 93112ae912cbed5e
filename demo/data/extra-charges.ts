import { type Charge, failCharge, type IntentStatus, type InvoiceStatus, type PaymentMethod, paidCharge } from './charges.ts'
import type { Story } from './stories.ts'

const day = 86_400
const unpaid: readonly (readonly [IntentStatus, InvoiceStatus])[] = [
  ['processing', 'open'],
  ['canceled', 'void'],
  ['requires_action', 'open'],
  ['requires_confirmation', 'draft'],
  ['requires_payment_method', 'uncollectible'],
  ['requires_payment_method', 'open'],
]
const methods: readonly PaymentMethod[] = ['card', 'sepa_debit', 'google_pay', 'apple_pay', 'sofort', 'ideal', 'bancontact', 'paypal']

/** Extra payments of a story; amounts in minor units. */
export function extraCharges(extra: Story['extra'], now: number): Charge[] {
  const terms = (daysAgo: number, amount: number, currency = 'usd') => ({
    at: now - daysAgo * day,
    amount,
    currency,
    trialPlan: false,
    discount: null,
  })
  if (extra === 'kwd') return [paidCharge(terms(20, 6750, 'kwd'))]
  if (extra === 'dispute') return [{ ...paidCharge(terms(6, 4390)), dispute: 'needs_response', disputeReason: 'product_not_received' }]
  if (extra === 'refunds') {
    const [part, full] = [terms(41, 3990, 'eur'), terms(40, 3990, 'eur')]
    return [
      { ...paidCharge(part), refunds: [{ amount: 1500, at: part.at + day, state: 'succeeded' }] },
      { ...paidCharge(full), refunds: [{ amount: 3990, at: full.at + day, state: 'succeeded' }] },
    ]
  }
  if (extra !== 'every') return []
  const charges: Charge[] = [
    ...unpaid.map(([intent, invoice], index) => failCharge(terms(90 - index, 2195), intent, invoice)),
    ...methods.map((method, index) => ({ ...paidCharge(terms(80 - index, 4390)), method })),
    { ...paidCharge(terms(60, 4390)), dispute: 'needs_response' as const, disputeReason: 'fraudulent' },
    { ...paidCharge(terms(59, 4390)), dispute: 'lost' as const, disputeReason: 'duplicate' },
    { ...paidCharge(terms(58, 4390)), earlyFraud: true },
    { ...paidCharge(terms(57, 4390)), discount: 50 },
    { ...paidCharge(terms(56, 105)), trialPlan: true },
  ]
  const refunded = (daysAgo: number, parts: Charge['refunds']): Charge => ({ ...paidCharge(terms(daysAgo, 4390)), refunds: parts })
  charges.push(
    refunded(50, [{ amount: 4390, at: now - 49 * day, state: 'succeeded' }]),
    refunded(48, [{ amount: 1000, at: now - 47 * day, state: 'succeeded' }]),
    refunded(46, [
      { amount: 1000, at: now - 45 * day, state: 'succeeded' },
      { amount: 3390, at: now - 44 * day, state: 'succeeded' },
    ]),
    refunded(44, [{ amount: 4390, at: now - 43 * day, state: 'failed' }]),
    refunded(1, [{ amount: 4390, at: now - 600, state: 'pending' }]),
  )
  return charges.sort((a, b) => a.at - b.at)
}
