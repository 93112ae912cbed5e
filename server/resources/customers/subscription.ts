import {
  isLive,
  whyNotAttachDiscount,
  whyNotCancelAtPeriodEnd,
  whyNotCancelImmediately,
  whyNotDetachDiscount,
  whyNotExtendTrial,
  whyNotResume,
} from '../../../src/contract/customer-rules.ts'
import { ApiError } from '../../http/errors.ts'
import { askProvider, nothingChanged } from '../../outside/payments/ask.ts'
import type { PaymentProvider, ProviderReference, SubscriptionState } from '../../outside/payments/port.ts'
import type { ProviderAction } from './at-provider.ts'
import type { CustomerColumns } from './change.ts'
import { hasOwnTrial, subscriptionColumns } from './provider-state.ts'
import type { LockedCustomer } from './rules.ts'

const daySeconds = 86_400

/** The columns of a subscription that ends now. Existing end dates stay. */
export function canceled(customer: LockedCustomer, now: number): CustomerColumns {
  return {
    subscriptionStatus: 'canceled',
    willCancel: false,
    cancelAtPeriodEnd: false,
    requiresAction: false,
    ownTrialEnd: null,
    canceledAt: customer.canceledAt ?? now,
    subscriptionEnded: customer.subscriptionEnded ?? now,
  }
}

/** The subscription to name to the provider; null if it has none or the trial runs only here. */
const subscriptionOf = (customer: LockedCustomer) => (hasOwnTrial(customer) ? null : customer.stripeSubscriptionId)

/** The same, for live ones only. */
const liveSubscriptionOf = (customer: LockedCustomer) => (isLive(customer.subscriptionStatus) ? subscriptionOf(customer) : null)

/** @param by who is recorded to have canceled it */
export function cancelAtPeriodEnd(now: number, by: string | null = 'admin'): ProviderAction<string, SubscriptionState> {
  return {
    action: 'customer.cancel-at-period-end',
    what: 'the subscription will be canceled',
    refuse: whyNotCancelAtPeriodEnd,
    reference: subscriptionOf,
    ask: (payments, id, key) => payments.cancelAtPeriodEnd(id, key),
    set: (customer, state) => ({
      ...(state && subscriptionColumns(customer, state)),
      canceledAt: state?.canceledAt ?? now,
      willCancel: true,
      cancelAtPeriodEnd: true,
      subscriptionCanceledBy: by,
    }),
    reason: 'canceled by staff at the end of the period',
    // For the timeline: when it ends.
    says: ({ currentPeriodEnd }) => ({ currentPeriodEnd }),
    // Undoing it resumes, which would also take back what the customer had canceled themselves.
    isReversible: (customer) => !customer.cancelAtPeriodEnd,
  }
}

export function cancelImmediately(now: number): ProviderAction<string, SubscriptionState> {
  return {
    action: 'customer.cancel-immediately',
    what: 'the subscription is canceled',
    refuse: whyNotCancelImmediately,
    reference: subscriptionOf,
    ask: (payments, id, key) => payments.cancelImmediately(id, key),
    set(customer, state) {
      // A deleted account stays deleted until restored.
      const status = customer.subscriptionStatus === 'soft_deleted' ? 'soft_deleted' : 'canceled'
      const here = { ...canceled(customer, now), subscriptionStatus: status }
      return { ...(state ? subscriptionColumns(customer, state) : here), subscriptionCanceledBy: 'admin' }
    },
    reason: 'canceled by staff',
  }
}

export const resume: ProviderAction<string, SubscriptionState> = {
  action: 'customer.resume',
  what: 'the subscription goes on',
  refuse: whyNotResume,
  reference: subscriptionOf,
  ask: (payments, id, key) => payments.resume(id, key),
  set: (customer, state) => ({
    ...(state && subscriptionColumns(customer, state)),
    canceledAt: state?.canceledAt ?? null,
    willCancel: false,
    cancelAtPeriodEnd: false,
    subscriptionCanceledBy: null,
  }),
  reason: 'resumed by staff',
  isReversible: (customer) => isLive(customer.subscriptionStatus),
}

/** The new end of an extended trial, from the later of now and its end (ruling 35), in unix seconds. */
export function extendedTrial(
  { triallingEndsAt, stripeTrialEnd }: Pick<LockedCustomer, 'triallingEndsAt' | 'stripeTrialEnd'>,
  days: number,
  now: number,
): number {
  return Math.max(now, triallingEndsAt ?? 0, stripeTrialEnd ?? 0) + days * daySeconds
}

/** Statuses of an ended trial: extending restarts it, but only here. */
const over: ReadonlySet<string | null> = new Set(['trial_ended', 'canceled', 'incomplete_expired'])

/**
 * Extends a live subscription at the provider too. One that has ended there
 * can't be: the trial then runs only here, and `stateColumns` keeps it.
 */
export function extendTrial(days: number, now: number): ProviderAction<{ id: string; end: number }, SubscriptionState> {
  return {
    action: 'customer.extend-trial',
    what: 'the trial is extended',
    refuse: whyNotExtendTrial,
    reference(customer) {
      const id = liveSubscriptionOf(customer)
      return id === null ? null : { id, end: extendedTrial(customer, days, now) }
    },
    argument: ({ end }) => String(end),
    ask: (payments, { id, end }, key) => payments.extendTrial(id, end, key),
    set(customer, state) {
      const end = extendedTrial(customer, days, now)
      if (state !== null) return { ...subscriptionColumns(customer, state), triallingEndsAt: state.trialEnd ?? end }
      const ownTrialEnd = customer.stripeSubscriptionId === null ? null : end
      if (!over.has(customer.subscriptionStatus)) return { triallingEndsAt: end, ownTrialEnd }
      const runsAgain = {
        willCancel: false,
        cancelAtPeriodEnd: false,
        canceledAt: null,
        subscriptionEnded: null,
        subscriptionCanceledBy: null,
      }
      return { ...runsAgain, subscriptionStatus: 'trialing', triallingEndsAt: end, ownTrialEnd }
    },
    reason: 'trial extended by staff',
  }
}

/** The customer at the provider with their live subscription; null if unknown there. */
function providerReference(customer: LockedCustomer): ProviderReference | null {
  const { stripeCustomerId } = customer
  return stripeCustomerId === null ? null : { customerId: stripeCustomerId, subscriptionId: liveSubscriptionOf(customer) }
}

/** @param percent must be a coupon at the provider, even if the customer isn't known there */
export function attachDiscount(percent: number): ProviderAction<{ of: ProviderReference | null }, void> {
  return {
    action: 'customer.attach-discount',
    what: 'the discount is attached',
    refuse: (customer) => whyNotAttachDiscount(customer, percent),
    reference: (customer) => ({ of: providerReference(customer) }),
    argument: () => String(percent),
    async ask(payments, { of }, key) {
      await requireCoupon(payments, percent)
      if (of !== null) await payments.attachDiscount(of, percent, key)
    },
    set: () => ({ discount: percent }),
    isReversible: () => true,
  }
}

/** @throws ApiError unprocessable with the field if no coupon has that percent (any more) */
async function requireCoupon(payments: PaymentProvider, percent: number): Promise<void> {
  const coupons = await askProvider(nothingChanged, () => payments.coupons())
  if (coupons.some(({ percentOff }) => percentOff === percent)) return
  const message = `There is no coupon of ${percent} % (any more).`
  throw new ApiError('unprocessable', message, { details: { discount: message } })
}

export const detachDiscount: ProviderAction<ProviderReference, void> = {
  action: 'customer.detach-discount',
  what: 'the discount is removed',
  refuse: whyNotDetachDiscount,
  reference: providerReference,
  ask: (payments, of, key) => payments.detachDiscount(of, key),
  set: () => ({ discount: null }),
  isReversible: (customer) => whyNotAttachDiscount(customer) === null,
}
