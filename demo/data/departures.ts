import { failCharge } from './charges.ts'
import type { Random } from './random.ts'
import { change, type Life, type LifeInput } from './timeline.ts'

const day = 86_400

/** Ends the subscription at `at`, the end of its last period, or earlier. */
export function leave(random: Random, life: Life, at: number, amount: number, input: LifeInput): void {
  const { now, fate, currency } = input
  const last = life.charges.at(-1)
  if (fate.ending === 'unpaid') {
    life.charges.push(
      failCharge({ at, amount, currency, trialPlan: false, discount: fate.discount }, 'requires_payment_method', 'uncollectible'),
    )
    change(life, at, 'past_due', 'renewal failed')
    if (at + 14 * day > now) {
      life.ending = 'pastDue'
      life.periodEnd = at
      return
    }
    at += 14 * day
    change(life, at, 'unpaid', 'no payment after all retries')
  } else if (last !== undefined && (fate.ending === 'canceledByDispute' || fate.ending === 'canceledByEarlyFraud')) {
    const fraud = fate.ending === 'canceledByEarlyFraud'
    at = Math.min(now, last.at + random.int(fraud ? 1 : 10, fraud ? 3 : 25) * day)
    change(life, at, 'canceled', fraud ? 'early fraud warning' : 'disputed payment')
    if (fraud) {
      last.earlyFraud = true
      last.refunds =
        last.confirmedAt !== null && random.chance(0.7)
          ? [{ amount: last.amount, at: Math.max(at, last.confirmedAt), state: 'succeeded' }]
          : []
    } else {
      last.refunds = []
      last.dispute = last.at > now - 60 * day && random.chance(0.7) ? 'needs_response' : 'lost'
      last.disputeReason = random.pick(['fraudulent', 'product_not_received', 'subscription_canceled', 'duplicate', 'unrecognized'])
    }
  } else {
    change(life, at, 'canceled', fate.ending === 'canceledByStaff' ? 'canceled by staff' : 'canceled by the customer')
    if (fate.ending === 'softDeleted') change(life, Math.min(now, at + random.int(0, 30) * day), 'soft_deleted', 'account deleted')
  }
  life.canceledAt = at - (fate.ending === 'canceledByUser' ? random.int(0, 20) * day : 0)
  if (last !== undefined) life.canceledAt = Math.max(life.canceledAt, last.at)
  life.endedAt = at
}
