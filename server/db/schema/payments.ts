import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, minorAmount, slice, unixSeconds, version } from './columns.ts'
import { customerId } from './customers.ts'
import { staff } from './staff.ts'

/** The number that an order's reference ends with: '20345' of 'QD-0020345'. An indexed expression. */
export const orderNumberOf = (t: { ref: AnyPgColumn }) => sql<string>`ltrim(substring(${t.ref} from '[0-9]+$'), '0')`

/** Whether a payment was refunded fully or partially. An indexed expression, because only that has statistics. */
export const refundOf = (t: { amount: AnyPgColumn; amountRefunded: AnyPgColumn }) =>
  sql`(case when ${t.amountRefunded} < ${t.amount} then 'PARTIALLY' when ${t.amount} > 0 then 'FULLY' end)`

/** Payments; amounts in minor units of `currency`, `final*` in the account currency (EUR). */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    userId: customerId(),
    /** As of the time of payment. */
    email: text('email').notNull(),
    country: text('country'),
    currency: text('currency').notNull(),
    amount: minorAmount('amount').notNull(),
    finalAmount: minorAmount('final_amount').notNull(),
    amountRefunded: minorAmount('amount_refunded').notNull().default(0),
    finalAmountRefunded: minorAmount('final_amount_refunded').notNull().default(0),
    refundCurrency: text('refund_currency'),
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull(),
    stripePaymentIntentStatus: text('stripe_payment_intent_status').notNull(),
    stripeInvoiceStatus: text('stripe_invoice_status').notNull(),
    stripeDisputeStatus: text('stripe_dispute_status'),
    stripeDisputeReason: text('stripe_dispute_reason'),
    earlyFraud: boolean('early_fraud').notNull().default(false),
    /** The displayed type is the parent's, else the wallet's, else the method's (document 1, section 3). */
    stripePaymentMethodType: text('stripe_payment_method_type').notNull(),
    walletType: text('wallet_type'),
    parentMethodType: text('parent_method_type'),
    paymentMethodBrand: text('payment_method_brand'),
    createdAt: unixSeconds('created_at').notNull(),
    confirmedAt: unixSeconds('confirmed_at'),
    status: text('status').notNull(),
    ref: text('ref').notNull(),
    ip: text('ip'),
    trialPlan: boolean('trial_plan').notNull().default(false),
    /** Percent discount applied; null without one. */
    discount: integer('discount'),
    version: version(),
  },
  (t) => [
    index('payments_user').on(t.userId, t.createdAt),
    // With what is asked of the payments of a period, so that no rows are read.
    index('payments_created').on(t.createdAt, t.id, t.stripePaymentIntentStatus, t.stripeDisputeStatus),
    index('payments_created_slice').on(slice(t.createdAt), t.id),
    // The same for payments of one amount, with their sort keys.
    index('payments_amount').on(t.amount, t.id, t.currency, t.finalAmount, t.createdAt),
    index('payments_confirmed').on(t.confirmedAt, t.id, t.stripePaymentIntentStatus),
    index('payments_confirmed_slice').on(slice(t.confirmedAt), t.id),
    index('payments_confirmed_slice_created').on(slice(t.confirmedAt), t.createdAt),
    index('payments_intent_status').on(t.stripePaymentIntentStatus, t.id),
    index('payments_invoice_status').on(t.stripeInvoiceStatus, t.id),
    index('payments_country').on(t.country, t.id),
    // Covers the other filters and sort keys of a country's payments, and the lists below, so that no rows are read.
    index('payments_country_filters').on(
      t.country,
      t.confirmedAt,
      t.id,
      t.createdAt,
      t.finalAmount,
      t.stripePaymentIntentStatus,
      t.stripeInvoiceStatus,
      t.trialPlan,
    ),
    index('payments_country_amount').on(t.country, t.finalAmount, t.id),
    index('payments_final_amount').on(t.finalAmount, t.id),
    index('payments_type_filters').on(
      sql`coalesce(${t.parentMethodType}, ${t.walletType}, ${t.stripePaymentMethodType})`,
      t.id,
      t.finalAmount,
      t.createdAt,
      t.confirmedAt,
      t.stripePaymentIntentStatus,
      t.stripeInvoiceStatus,
      t.trialPlan,
      // An index-only scan of an expression also requires the expression's columns.
      t.parentMethodType,
      t.walletType,
      t.stripePaymentMethodType,
    ),
    index('payments_trial_plan_filters')
      .on(
        t.id,
        t.finalAmount,
        t.createdAt,
        t.confirmedAt,
        t.country,
        t.stripePaymentIntentStatus,
        t.stripeInvoiceStatus,
        t.stripeDisputeStatus,
      )
      .where(sql`trial_plan`),
    index('payments_trial_plan_amount').on(t.finalAmount, t.id).where(sql`trial_plan`),
    index('payments_refunded')
      .on(
        refundOf(t),
        t.id,
        t.amount,
        t.amountRefunded,
        t.trialPlan,
        t.country,
        t.finalAmount,
        t.confirmedAt,
        t.createdAt,
        t.stripePaymentIntentStatus,
        t.stripeInvoiceStatus,
        t.stripeDisputeStatus,
        t.parentMethodType,
        t.walletType,
        t.stripePaymentMethodType,
      )
      .where(sql`amount_refunded > 0`),
    index('payments_disputed')
      .on(
        t.stripeDisputeStatus,
        t.id,
        t.trialPlan,
        t.country,
        t.finalAmount,
        t.confirmedAt,
        t.createdAt,
        t.stripePaymentIntentStatus,
        t.stripeInvoiceStatus,
        t.parentMethodType,
        t.walletType,
        t.stripePaymentMethodType,
      )
      .where(sql`stripe_dispute_status is not null`),
    uniqueIndex('payments_intent').on(t.stripePaymentIntentId),
    unique('payments_ref').on(t.ref),
    index('payments_order_number').on(orderNumberOf(t)),
  ],
)

/**
 * Refund intents, stored before asking the provider and settled afterwards
 * (ruling 30), and successful refunds made at the provider itself.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    amount: minorAmount('amount').notNull(),
    finalAmount: minorAmount('final_amount').notNull(),
    currency: text('currency').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Whether it was for the whole remainder: a retry with the same key must ask for the same. */
    full: boolean('is_full').notNull().default(false),
    /** pending, succeeded or failed. */
    state: text('state').notNull(),
    reason: text('reason'),
    providerRefundId: text('provider_refund_id'),
    error: text('error'),
    staffId: integer('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    /** Who asked and from where, for the audit row of a refund settled later. */
    staffEmail: text('staff_email'),
    ip: text('ip'),
    /** The request that a second person approved, and their email. */
    approvalId: integer('approval_id'),
    approvedBy: text('approved_by'),
    /** How often the provider was asked to make it, and when last. */
    attempts: integer('attempts').notNull().default(1),
    attemptedAt: unixSeconds('attempted_at'),
    /** When the settling job last took it; several servers share the work. */
    lookedUpAt: unixSeconds('looked_up_at'),
    createdAt: unixSeconds('created_at').notNull(),
    settledAt: unixSeconds('settled_at'),
  },
  (t) => [
    unique('refunds_idempotency_key').on(t.idempotencyKey),
    unique('refunds_provider_refund').on(t.providerRefundId),
    index('refunds_payment').on(t.paymentId),
    // At most one pending refund per payment (ruling 30).
    uniqueIndex('refunds_pending').on(t.paymentId).where(sql`state = 'pending'`),
    index('refunds_state').on(t.state),
    index('refunds_staff').on(t.staffId, t.createdAt),
    index('refunds_succeeded').on(t.settledAt, t.paymentId).where(sql`state = 'succeeded'`),
  ],
)

/** Provider notifications received; each counts once, in any order. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The provider's id of the payment intent or customer that was looked up; null if neither. */
    subject: text('subject'),
    createdAt: unixSeconds('created_at').notNull(),
    receivedAt: unixSeconds('received_at').notNull(),
    payload: jsonb('payload').notNull(),
  },
  (t) => [
    index('provider_events_subject').on(t.subject).where(sql`subject is not null`),
    index('provider_events_received_at').on(t.receivedAt),
  ],
)

/** Invoices. Numbers have no gaps within a year; number and date survive a reupload (ruling 49). */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: text('number').notNull(),
    userId: customerId(),
    paymentId: integer('payment_id').references(() => payments.id, { onDelete: 'set null' }),
    createdAt: unixSeconds('created_at').notNull(),
    /** The file's id in storage. */
    link: text('link').notNull(),
    currency: text('currency').notNull(),
    subtotal: minorAmount('subtotal').notNull(),
    /** Hundredths of a percent: 2100 is 21 %. */
    vatRate: integer('vat_rate').notNull(),
    vatAmount: minorAmount('vat_amount').notNull(),
    total: minorAmount('total').notNull(),
    description: text('description').notNull(),
    /** Billing data at the time; null if there were none. */
    billing: jsonb('billing'),
  },
  (t) => [
    unique('invoices_number').on(t.number),
    unique('invoices_link').on(t.link),
    index('invoices_created_at').on(t.createdAt, t.id),
    index('invoices_created_slice').on(slice(t.createdAt), t.id),
    // With what else is asked of the invoices of some amounts, and their sort keys.
    index('invoices_total').on(t.total, t.id, t.currency, t.createdAt),
    index('invoices_user').on(t.userId, t.id),
    index('invoices_payment').on(t.paymentId),
  ],
)

/** Last invoice number per year (Madrid). */
export const invoiceCounters = pgTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/** Running reuploads, one at a time per invoice (ruling 49). */
export const invoiceReuploads = pgTable('invoice_reuploads', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => invoices.id, { onDelete: 'cascade' }),
  /** The new file's id, not yet on any invoice. */
  link: text('link').notNull(),
  startedAt: unixSeconds('started_at').notNull(),
})

/** Stored files that nothing refers to any more, waiting to be deleted. */
export const retiredFiles = pgTable('retired_files', {
  storageKey: text('storage_key').primaryKey(),
  retiredAt: unixSeconds('retired_at').notNull(),
})

/** The progress of a sync from Stripe, by type of object, so that an interrupted run can resume. */
export const stripeSyncs = pgTable('stripe_syncs', {
  type: text('type').primaryKey(),
  /** When the run began, and from which time on payments are read. */
  startedAt: unixSeconds('started_at').notNull(),
  since: unixSeconds('since'),
  /** The last object that was stored; null if none. */
  cursor: text('cursor'),
  /** Objects by outcome so far. */
  counts: jsonb('counts').$type<Record<string, number>>().notNull(),
  /** The first objects that were left out, with the reason. */
  leftOut: jsonb('left_out').$type<Record<string, string>>().notNull(),
  finishedAt: unixSeconds('finished_at'),
})
