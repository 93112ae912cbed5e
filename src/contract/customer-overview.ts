import { z } from 'zod'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'
import { PaymentRow } from './payments.ts'
import { productEventNames } from './product-events.ts'

/** Counts stop here, so that a customer with very many costs no more. */
export const maxCounted = 1000

/** What the tail of a customer's page holds, up to `maxCounted`. */
export const CustomerCounts = z.object({
  folders: Integer,
  domains: Integer,
  invitations: Integer,
  referred: Integer,
  /** Null if emails are not kept here, but asked of a service. */
  email: NullableInteger,
  events: Integer,
  calls: Integer,
  webrisk: Integer,
})
export type CustomerCounts = z.infer<typeof CustomerCounts>

/** A payment as the page speaks of it; amounts in minor units of `currency`. */
export const PaymentFact = PaymentRow.pick({
  id: true,
  amount: true,
  amountRefunded: true,
  currency: true,
  createdAt: true,
  stripePaymentIntentStatus: true,
  stripeDisputeStatus: true,
})
export type PaymentFact = z.infer<typeof PaymentFact>

/** Ours: what a customer's page shows first, and the documented reply lacks. */
export const CustomerOverview = z.object({
  /** The newest payment, whatever its result. */
  lastPayment: PaymentFact.nullable(),
  /** The newest payment whose dispute is open or was lost. */
  dispute: PaymentFact.extend({ reason: NullableText }).nullable(),
  /** All that was paid back, in the account currency. */
  refunded: Integer,
  /** QR codes: all but deleted ones, those that staff or scanners blocked, and those that scanners flagged. */
  qrs: z.object({ used: Integer, blocked: Integer, infected: Integer }),
  /** When and by whom the customer was banned: staff, or web risk with its reason. Null if unknown. */
  ban: z.object({ at: UnixSeconds, by: NullableText, reason: NullableText }).nullable(),
  /** When and by whom it was last set to cancel. Null if it was not staff. */
  cancel: z.object({ at: UnixSeconds, by: z.string() }).nullable(),
  /** The last known fate of an email of the last 90 days, if it did not arrive. */
  bounce: z.object({ event: z.string(), at: UnixSeconds }).nullable(),
  /** The oldest decision on the customer that the product has not confirmed. */
  unconfirmed: z.object({ event: z.enum(productEventNames), since: UnixSeconds }).nullable(),
  counts: CustomerCounts,
})
export type CustomerOverview = z.infer<typeof CustomerOverview>

export const getCustomerOverview = endpoint({
  path: '/customers/{id}/overview',
  feature: 'overview',
  access: 'customers.read',
  reply: CustomerOverview,
})
