import { z } from 'zod'
import { amountFilters } from './amount-filters.ts'
import { Done, ExtraRangeEnd, endpoint, Id, TrueOrAbsent, UnixSeconds, VersionReply } from './endpoint.ts'
import { extra, withExtraValues } from './extra.ts'
import { CountryCode, Integer, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, PrintedId } from './list.ts'
import { paymentMethods } from './payment-methods.ts'

/** Statuses from document 1, section 4. */
export const paymentIntentStatuses = [
  'succeeded',
  'processing',
  'canceled',
  'requires_action',
  'requires_confirmation',
  'requires_payment_method',
] as const
export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export const disputeFilters = ['all', 'needs_response', 'lost'] as const
/** `ANY`, which the documents don't name, is either of the others. */
export const refundFilters = ['FULLY', 'PARTIALLY', 'ANY'] as const

/** `needsResponse` is the other documented spelling (ruling 33). */
const normalizeDispute = (text: string) => (text === 'needsResponse' ? 'needs_response' : text)

/** The documents don't name the three fields it comes from, so likely names are tried. */
const paymentTypeOf = (record: Readonly<Record<string, unknown>>) =>
  ['paymentMethodParentType', 'paymentMethodWalletType', 'stripePaymentMethodType', 'paymentMethodType', 'paymentMethodBrand']
    .map((name) => record[name])
    .find((type) => typeof type === 'string') ?? ''

/** A payment. Amounts in minor units of `currency`, `final*` in the account currency (ruling 29). */
export const PaymentRow = lazyObject(() => ({
  id: Integer,
  userId: Integer,
  email: z.string(),
  country: NullableText,
  currency: z.string(),
  amount: Integer,
  finalAmount: Integer,
  amountRefunded: Integer,
  finalAmountRefunded: Integer,
  refundCurrency: NullableText,
  /** Empty if another admin API omits it; the payment then can't be looked up at the provider. */
  stripePaymentIntentId: extra(z.string(), ''),
  stripePaymentIntentStatus: z.string(),
  stripeInvoiceStatus: z.string(),
  stripeDisputeStatus: z.string().transform(normalizeDispute).nullable(),
  /** The parent's type, else the wallet's, else the method's. */
  paymentType: extra(z.string(), paymentTypeOf),
  paymentMethodBrand: NullableText,
  createdAt: UnixSeconds,
  confirmedAt: UnixSeconds.nullable(),
  status: z.string(),
  /** The order id. */
  ref: z.string(),
  ip: NullableText,
  trialPlan: extra(z.boolean(), false),
  refundInProgress: extra(z.boolean(), false),
  /** An early fraud warning by the card network. */
  earlyFraud: extra(z.boolean(), false),
  version: VersionReply,
}))
export type PaymentRow = z.infer<typeof PaymentRow>

export const paymentSorts = ['id', 'createdAt', 'finalAmount'] as const

export const PaymentListQuery = listQuery({
  sorts: paymentSorts,
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({
    user: Id.optional(),
    country: CountryCode.optional(),
    stripePaymentIntentStatus: z.enum(paymentIntentStatuses).optional(),
    stripeInvoiceStatus: z.enum(invoiceStatuses).optional(),
    refunded: withExtraValues(z.enum(refundFilters).optional(), ['ANY']),
    /** `all` matches any dispute, whatever its outcome. */
    disputed: z.string().transform(normalizeDispute).pipe(z.enum(disputeFilters)).optional(),
    /** Compared with `paymentType`, so column and filter agree. */
    stripePaymentMethodType: z.enum(paymentMethods).optional(),
    trialPlan: TrueOrAbsent,
    /** By `confirmedAt`, both ends included, as revenue counts. Leaves out unconfirmed payments. */
    from: ExtraRangeEnd,
    to: ExtraRangeEnd,
    /** By `createdAt`, both ends included. */
    createdFrom: ExtraRangeEnd,
    createdTo: ExtraRangeEnd,
    /** By the time of a refund that succeeded, both ends included: payments with one or more in the range. */
    refundedFrom: ExtraRangeEnd,
    refundedTo: ExtraRangeEnd,
    /** By `amount`. */
    ...amountFilters,
    /**
     * The one payment with this id, order id (in upper or lower case, too), or id at the provider: its intent's, its charge's if it has no
     * intent, or that of one of its refunds.
     */
    paymentId: extra(Id.optional()),
    ref: extra(PrintedId.optional()),
    stripePaymentIntentId: extra(PrintedId.optional()),
  }),
})
export type PaymentListQuery = z.output<typeof PaymentListQuery>

export const listPayments = endpoint({ path: '/payments', access: 'payments.read', query: PaymentListQuery, reply: listReply(PaymentRow) })

export const Coupon = z.object({ name: z.string(), percent_off: Integer })
export type Coupon = z.infer<typeof Coupon>

export const listCoupons = endpoint({ path: '/payments/coupons', access: 'payments.read', reply: z.array(Coupon) })

export const maxReasonLength = 500

/**
 * Refunds a part in minor units, or all that is left without `amount`.
 * `idempotencyKey` names one attempt: repeating it after a time-out refunds once and returns how the attempt ended. A
 * repeat must ask for the same (409 `conflict`); after any other refusal by the provider use a new key.
 * `expectedAmountRefunded` is what the person saw: 409 `stale` if someone else was first. Also 409
 * `refund_in_progress`, `unavailable_action`; 422 `unprocessable`; 502 `provider_refused`; 504 `provider_timeout`:
 * outcome unknown.
 * `payment.refundInProgress` in the reply: the provider accepted the refund but hasn't finished it.
 */
export const refundPayment = endpoint({
  method: 'PATCH',
  path: '/payments/{id}/refund',
  access: 'payments.refund',
  body: z.strictObject({
    amount: Integer.positive('Enter an amount of more than 0.').optional(),
    expectedAmountRefunded: extra(Integer.min(0).optional()),
    idempotencyKey: extra(
      z
        .string()
        .regex(/^[\w-]{8,64}$/, 'Must be 8 to 64 letters, digits, - or _.')
        .optional(),
    ),
    reason: extra(z.string().trim().max(maxReasonLength).optional()),
  }),
  reply: lazyObject(() => ({ ...Done.shape, success: z.literal(true), payment: extra(PaymentRow.nullable(), null) })),
})

/** Role 1; only processing or requires_* intents (ruling 31). `success` is false if the provider didn't approve it. */
export const approvePayment = endpoint({
  method: 'PATCH',
  path: '/payments/{id}/force-approve',
  access: 'payments.approve',
  reply: lazyObject(() => ({
    success: z.boolean(),
    data: extra(z.object({ paymentUpdate: z.object({ status: z.string(), confirmedAt: UnixSeconds.nullable() }) }).nullable(), null),
    auditId: extra(Integer.optional()),
  })),
})
