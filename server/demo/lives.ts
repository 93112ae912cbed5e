import { addCharge, type Charge, collect, failCharge } from './charges.ts'
import { drawLiveEnding, type Ending, endings, type Fate } from './endings.ts'
import { addMonths } from './madrid-days.ts'
import { planPrice, trialPrice } from './prices.ts'
import type { Random } from './random.ts'

const day = 86_400

/** A change of the raw subscription status. */
export interface Change {
  at: number
  from: string | null
  to: string
  reason: string | null
}

/** One customer's subscription from sign-up to now: the rows of payments and status changes come from it. */
export interface Life {
  ending: Ending
  fate: Fate
  changes: Change[]
  charges: Charge[]
  trialEnd: number | null
  /** When the running period (or trial) ends. */
  periodEnd: number | null
  /** When the customer or staff asked for the end, and when it came. */
  canceledAt: number | null
  endedAt: number | null
}

export interface LifeInput {
  createdAt: number
  now: number
  currency: string
  fate: Fate
  /** Bank debits are confirmed days after they are made. */
  bankDebit: boolean
  /** A told story keeps its ending; otherwise a subscription that still runs may be past due, about to end, … */
  told: boolean
}

/** Plays a customer's fate from sign-up to now. */
export function buildLife(random: Random, input: LifeInput): Life {
  const { createdAt, now, fate, currency } = input
  const life: Life = {
    ending: fate.ending,
    fate,
    changes: [],
    charges: [],
    trialEnd: null,
    periodEnd: null,
    canceledAt: null,
    endedAt: null,
  }
  const start = Math.min(now, createdAt + random.int(40, 2400))
  const facts = endings[fate.ending]
  if (facts.stage === 'signup') {
    playSignup(life, start, input)
    return life
  }
  if (fate.trialDays > 0) {
    change(life, start, 'trialing', 'trial started')
    life.trialEnd = start + fate.trialDays * day
    if (random.chance(0.85))
      addCharge(random, life.charges, { at: start, amount: trialPrice(currency), currency, trialPlan: true, discount: null }, input)
  }
  if (facts.stage === 'trial') playTrial(random, life, start, now)
  else playSubscription(random, life, life.trialEnd ?? start, input)
  return life
}

function change(life: Life, at: number, to: string, reason: string | null): void {
  life.changes.push({ at, from: life.changes.at(-1)?.to ?? null, to, reason })
}

/** People who never paid: the first payment is missing, failed or awaited. */
function playSignup(life: Life, start: number, input: LifeInput): void {
  const { fate, now, currency } = input
  const { status } = endings[fate.ending]
  if (status === null) return
  const amount = planPrice(currency, fate.planId, fate.months)
  const terms = { at: start, amount, currency, trialPlan: false, discount: null }
  if (fate.ending === 'incompleteExpired') {
    change(life, start, 'incomplete', 'first payment failed')
    life.charges.push(failCharge(terms, 'canceled', 'void'))
    change(life, Math.min(now, start + 23 * 3600), status, 'no payment within 23 hours')
    return
  }
  change(life, start, status, null)
  if (fate.ending === 'incomplete') life.charges.push(failCharge(terms, 'requires_payment_method', 'open'))
  if (fate.ending === 'firstPaymentPending') life.charges.push(failCharge(terms, 'processing', 'open'))
  if (fate.ending === 'statusRequiresAction') life.charges.push(failCharge(terms, 'requires_action', 'open'))
}

function playTrial(random: Random, life: Life, start: number, now: number): void {
  const end = life.trialEnd ?? start
  if (life.ending === 'trialing') {
    life.periodEnd = end
    return
  }
  if (life.ending === 'trialCanceled') {
    const at = start + Math.floor((Math.min(now, end) - start) * (0.1 + random.next() * 0.9))
    change(life, at, 'canceled', 'canceled by the customer')
    life.canceledAt = at
    life.endedAt = at
    return
  }
  const at = Math.min(now, end)
  change(life, at, endings[life.ending].status ?? 'trial_ended', 'trial ended without a payment')
  life.endedAt = at
}

function playSubscription(random: Random, life: Life, first: number, input: LifeInput): void {
  const { now, fate, currency } = input
  if (first > now) {
    life.ending = 'trialing'
    life.periodEnd = first
    return
  }
  const full = planPrice(currency, fate.planId, fate.months)
  const amount = Math.round((full * (100 - (fate.discount ?? 0))) / 100)
  const live = 'live' in endings[fate.ending]
  change(life, first, 'active', 'payment received')
  let period = 0
  let at = first
  for (; at <= now && (live || period < fate.periods); period++) {
    addCharge(random, life.charges, { at, amount, currency, trialPlan: false, discount: fate.discount }, input)
    // Now and then a renewal fails first and is collected some days later.
    if (period > 0 && random.chance(0.02) && at + 5 * day < now) {
      change(life, at, 'past_due', 'renewal failed')
      const recovered = at + random.int(1, 4) * day
      life.charges.splice(
        -1,
        0,
        failCharge({ at, amount, currency, trialPlan: false, discount: fate.discount }, 'requires_payment_method', 'void'),
      )
      collect(life.charges.at(-1), recovered)
      change(life, recovered, 'active', 'payment received')
    }
    at = addMonths(first, (period + 1) * fate.months)
  }
  if (at > now) stayAlive(random, life, at, input)
  else leave(random, life, at, amount, input)
}

/** The subscription runs: how it stands today. `next` is when its period ends. */
function stayAlive(random: Random, life: Life, next: number, input: LifeInput): void {
  const { now, told, fate } = input
  life.periodEnd = next
  if (!told || !('live' in endings[fate.ending])) life.ending = drawLiveEnding(random)
  const last = life.charges.at(-1)
  const renewalFailed = told
    ? fate.ending === 'pastDue'
    : life.charges.length > 2 && last !== undefined && last.at > now - 10 * day && random.chance(0.08)
  if (renewalFailed && last !== undefined) {
    life.charges[life.charges.length - 1] = failCharge(last, 'requires_payment_method', 'open')
    life.ending = 'pastDue'
    change(life, last.at, 'past_due', 'renewal failed')
  }
  if (life.ending === 'cancelAtPeriodEnd' || life.ending === 'willCancel') {
    const since = last?.at ?? input.createdAt
    life.canceledAt = since + Math.floor((now - since) * random.next())
  }
}

/** The subscription is over since the end of its last period, `at`, or earlier. */
function leave(random: Random, life: Life, at: number, amount: number, input: LifeInput): void {
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
