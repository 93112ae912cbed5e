import { addCharge, collect, failCharge } from './charges.ts'
import { leave } from './departures.ts'
import { drawLiveEnding, endings } from './endings.ts'
import { addMonths } from './madrid-days.ts'
import { planPrice, trialPrice } from './prices.ts'
import type { Random } from './random.ts'
import { change, type Life, type LifeInput } from './timeline.ts'

const day = 86_400

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
  const start = Math.min(now, createdAt + (fate.pause ?? 0) + random.int(40, 2400))
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
  if (fate.disputed) dispute(random, life)
  return life
}

/** Disputes the last payment. */
function dispute(random: Random, life: Life): void {
  const last = life.charges.findLast(({ confirmedAt }) => confirmedAt !== null)
  if (last === undefined) return
  last.refunds = []
  last.dispute = 'needs_response'
  last.disputeReason = random.pick(['fraudulent', 'product_not_received', 'subscription_canceled', 'duplicate', 'unrecognized'])
}

/** People who never paid: the first payment is missing, failed or pending. */
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
  change(life, first, 'active', 'payment received')
  let period = 0
  let at = first
  for (; at <= now && period < fate.periods; period++) {
    addCharge(random, life.charges, { at, amount, currency, trialPlan: false, discount: fate.discount }, input)
    // Occasionally a renewal fails first and is collected days later.
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

/** The subscription is live: sets its current state. `next` is the end of its period. */
function stayAlive(random: Random, life: Life, next: number, input: LifeInput): void {
  const { now, hasStory, fate } = input
  life.periodEnd = next
  if (!hasStory || !('live' in endings[fate.ending])) life.ending = drawLiveEnding(random)
  const last = life.charges.at(-1)
  const isEndingKnown = hasStory || fate.ending === 'pastDue'
  const renewalFailed = isEndingKnown
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
