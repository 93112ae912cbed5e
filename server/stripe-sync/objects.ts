import type { Stripe } from 'stripe'
import { ApiError } from '../http/errors.ts'
import type { Rates } from '../payments/rates.ts'
import { type ProviderContext, refresh, type Target } from '../webhooks/take-in.ts'
import type { Plans } from './plans.ts'

/** What a backfill works with. */
export interface Sync extends ProviderContext {
  stripe: Stripe
  rates: Rates
  plans: Plans
  /** Metadata key of the product's own customer id. */
  externalIdKey: string
}

/** What became of an object. `unmatched`: it belongs to nobody here. */
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
 * Asks for a record anew and stores what the provider says now, as a notification would: a page may be older than what is
 * stored. Never call it within a transaction.
 */
export async function refreshed(sync: Sync, target: Target): Promise<Outcome> {
  try {
    return (await refresh(sync, target)) === 'changed' ? { result: 'changed' } : same
  } catch (error) {
    // Without a cause it was answered, but kept changing here.
    if (error instanceof ApiError && error.cause === undefined) return refused('it kept changing here; run the command again')
    throw error
  }
}

export const customerTarget = (id: number, subject: string): Target => ({ kind: 'customer', id, subject })
export const paymentTarget = (id: number, subject: string): Target => ({ kind: 'payment', id, subject })
