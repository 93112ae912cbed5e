import { z } from 'zod'
import { appLoginModes, VisitReason } from './app-login.ts'
import type { Capability } from './capabilities.ts'
import { oauthProviders } from './customer-rules.ts'
import { Done, endpoint, Id, IdParams, Version } from './endpoint.ts'
import { extra } from './extra.ts'
import { Email, Integer, messages, NullableInteger, NullableText } from './fields.ts'

/**
 * Changes to a customer (document 1, section 7). Each returns
 * its audit row's id, by which it can be undone if undoable.
 */

/** A limit; null leaves it to the plan. */
const limit = (min: number, max: number) => {
  const text = `Must be a whole number from ${min} to ${max}.`
  return z.number({ error: text }).int(text).min(min, text).max(max, text).nullable()
}

/** Bounds from document 1, section 5. */
export const limits = {
  bulkLimit: { min: 5, max: 1000 },
  qrLimit: { min: 1, max: 100_000 },
  domainsLimit: { min: 1, max: 30 },
} as const

/** Fields of the information card. Absent is unchanged, null is cleared (ruling 35). */
export const CustomerEdit = z.strictObject({
  /** Its top-level domain is checked only if the address changes (ruling 39). */
  email: z.string({ error: messages.required }).trim().min(1, messages.required).pipe(Email).optional(),
  bulkLimit: limit(limits.bulkLimit.min, limits.bulkLimit.max).optional(),
  qrLimit: limit(limits.qrLimit.min, limits.qrLimit.max).optional(),
  domainsLimit: limit(limits.domainsLimit.min, limits.domainsLimit.max).optional(),
  allowSepa: z.boolean().nullable().optional(),
  whitelisted: z.boolean().optional(),
  version: Version,
})
export type CustomerEdit = z.infer<typeof CustomerEdit>

/** Undoable. 409 `email_conflict`, `stale`; 400 with the field. */
export const updateCustomer = endpoint({
  method: 'PATCH',
  path: '/customers/{id}',
  access: 'customers.edit',
  body: CustomerEdit,
  refusals: { 409: 'email_conflict' },
})

/** A change that needs to know nothing but the customer. */
const action = (path: string, capability: Capability) => endpoint({ method: 'PATCH', path: `/customers/{id}/${path}`, access: capability })

export const cancelSubscription = action('cancel-subscription', 'customers.subscription')

export const cancelImmediately = action('cancel-immediately', 'customers.subscription')

export const resumeSubscription = action('resume-subscription', 'customers.subscription')

export const restoreCustomer = action('restore', 'customers.restore')

export const unarchiveQrs = action('unarchive-qrs', 'customers.unarchive')

export const banCustomer = endpoint({
  method: 'PATCH',
  path: '/customers/{id}/ban',
  access: 'customers.ban',
  body: z.strictObject({ banned: z.boolean() }),
  reply: Done.extend({ banned: extra(z.boolean().optional()) }),
})

const daysText = 'Must be a whole number from 1 to 365.'
/** 1 to 365 (ruling 35). */
export const TrialDays = z.number({ error: daysText }).int(daysText).min(1, daysText).max(365, daysText)

/**
 * Counts from the later of now and the trial's end (ruling 35); returns
 * the new end. 409 `stale` keeps a retry from extending twice.
 */
export const extendTrial = endpoint({
  method: 'POST',
  path: '/customers/{id}/trial/extend',
  access: 'customers.subscription',
  body: z.strictObject({ days: TrialDays, version: Version }),
  reply: Done.extend({ triallingEndsAt: extra(NullableInteger, null) }),
})

export const disable2fa = action('2fa/disable', 'customers.sign-in-methods')

export const resetOauth = endpoint({
  method: 'PATCH',
  path: '/customers/{id}/reset-oauth/{provider}',
  access: 'customers.sign-in-methods',
  params: IdParams.extend({ provider: z.enum(oauthProviders) }),
})

/** 422 `unprocessable` if no coupon has that percent (any more). */
export const attachDiscount = endpoint({
  method: 'POST',
  path: '/customers/{id}/discount',
  access: 'customers.discount',
  body: z.strictObject({ discount: Integer.min(1).max(100) }),
})

export const detachDiscount = action('detach-discount', 'customers.discount')

/** Copies the provider's state of the customer and returns the URL of their page there. */
export const syncCustomer = endpoint({
  method: 'POST',
  path: '/customers/{id}/stripe/sync',
  access: 'customers.subscription',
  reply: Done.extend({ url: extra(NullableText, null) }),
})

/**
 * A one-time URL of the product's app, good for 60 seconds (ruling 37). A GET that changes state (ruling 9). With
 * `invitation` it is for the invited person's account: 409 if the invitation is pending or not this customer's. Without a
 * mode, staff may only look. 409 if the customer allows no such visits.
 */
export const appLogin = endpoint({
  path: '/customers/{id}/app-login',
  access: 'customers.app-login',
  query: z.object({
    invitation: extra(Id.optional()),
    mode: extra(z.enum(appLoginModes, 'Must be look or act.').optional()),
    reason: extra(VisitReason.optional()),
  }),
  changesState: true,
  /** Null if the documents' API returns none: the console then opens the app itself. */
  reply: z.object({ url: extra(NullableText, null) }),
})
