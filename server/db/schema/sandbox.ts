import { boolean, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { minorAmount, unixSeconds } from './columns.ts'

/**
 * The embedded payment provider's own books, kept apart like a real provider's. No references to the product;
 * written only by the provider's adapter.
 */
export const sandboxCustomers = pgTable('sandbox_customers', {
  id: text('id').primaryKey(),
  email: text('email'),
  /** Percent; null without a discount. */
  discount: smallint('discount'),
})

export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id'),
    status: text('status').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    currentPeriodEnd: unixSeconds('current_period_end'),
    trialEnd: unixSeconds('trial_end'),
    canceledAt: unixSeconds('canceled_at'),
    endedAt: unixSeconds('ended_at'),
  },
  (t) => [index('sandbox_subscriptions_customer').on(t.customerId)],
)

export const sandboxPayments = pgTable('sandbox_payments', {
  intentId: text('intent_id').primaryKey(),
  customerId: text('customer_id'),
  currency: text('currency').notNull(),
  amount: minorAmount('amount').notNull(),
  amountRefunded: minorAmount('amount_refunded').notNull(),
  status: text('status').notNull(),
  invoiceStatus: text('invoice_status').notNull(),
  disputeStatus: text('dispute_status'),
  disputeReason: text('dispute_reason'),
  earlyFraud: boolean('early_fraud').notNull(),
  confirmedAt: unixSeconds('confirmed_at'),
})

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id').notNull(),
    /** Its idempotency key. */
    key: text('key').notNull(),
    amount: minorAmount('amount').notNull(),
    /** pending, succeeded or failed. */
    status: text('status').notNull(),
    failure: text('failure'),
    reason: text('reason'),
    createdAt: unixSeconds('created_at').notNull(),
  },
  (t) => [index('sandbox_refunds_intent').on(t.intentId, t.key)],
)

export const sandboxCoupons = pgTable('sandbox_coupons', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  percentOff: integer('percent_off').notNull(),
  /** Deleted at the provider and never recreated, even if the product still lists it. */
  gone: boolean('gone').notNull().default(false),
})

/** Every change requested, with its answer, for repeats with the same key. */
export const sandboxRequests = pgTable('sandbox_requests', {
  key: text('key').primaryKey(),
  operation: text('operation').notNull(),
  /** The request as JSON: the same key with a different request is refused. */
  parameters: text('parameters').notNull(),
  /** `{value}` or `{refusal}`. */
  answer: jsonb('answer'),
  createdAt: unixSeconds('created_at').notNull(),
})
