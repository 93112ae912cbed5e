import type { Stripe } from 'stripe'
import { ApiError } from '../../http/errors.ts'
import type { Rates } from '../../resources/payments/rates.ts'
import { type ProviderContext, refresh, type Target } from '../../resources/provider-events/receive.ts'
import type { Plans } from './plans.ts'

/** What a sync needs. */
export interface Sync extends ProviderContext {
  stripe: Stripe
  rates: Rates
  plans: Plans
  /** Metadata key of the product's own customer id. */
  externalIdKey: string
}

/** What happened to an object. `unmatched`: no customer of ours matches. */
export const outcomes = ['new', 'changed', 'same', 'unmatched', 'refused'] as const

export interface Outcome {
  result: (typeof outcomes)[number]
  /** Why it was left out. */
  reason?: string
}

export const same: Outcome = { result: 'same' }
export const isNew: Outcome = { result: 'new' }
export const unmatched = (reason: string): Outcome => ({ result: 'unmatched', reason })
export const refused = (reason: string): Outcome => ({ result: 'refused', reason })

/**
 * Fetches a record again and stores the provider's current state, as a notification would: the page may be older
 * than what is stored. Never call it in a transaction.
 */
export async function refreshed(sync: Sync, target: Target): Promise<Outcome> {
  try {
    return (await refresh(sync, target)) === 'changed' ? { result: 'changed' } : same
  } catch (error) {
    // No cause means that the provider did answer, but the record kept changing here.
    if (error instanceof ApiError && error.cause === undefined) return refused('it kept changing here; run the command again')
    throw error
  }
}

export const customerTarget = (id: number, subject: string): Target => ({ kind: 'customer', id, subject })
export const paymentTarget = (id: number, subject: string): Target => ({ kind: 'payment', id, subject })
