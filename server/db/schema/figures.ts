import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { minorAmount } from './columns.ts'

const figures = () => ({
  newTrials: integer('new_trials').notNull().default(0),
  canceledTrials: integer('canceled_trials').notNull().default(0),
  newSubscriptions: integer('new_subscriptions').notNull().default(0),
  upgradedFromTrial: integer('upgraded_from_trial').notNull().default(0),
  canceledSubscriptions: integer('canceled_subscriptions').notNull().default(0),
  cancelationRequests: integer('cancelation_requests').notNull().default(0),
  discountedSubscriptions: integer('discounted_subscriptions').notNull().default(0),
  referredUsers: integer('referred_users').notNull().default(0),
  newQrs: integer('new_qrs').notNull().default(0),
  scans: integer('scans').notNull().default(0),
  visits: integer('visits').notNull().default(0),
  payments: integer('payments').notNull().default(0),
  gross: minorAmount('gross').notNull().default(0),
  firstPayments: integer('first_payments').notNull().default(0),
  firstGross: minorAmount('first_gross').notNull().default(0),
  referredPaid: integer('referred_paid').notNull().default(0),
  refundCount: integer('refund_count').notNull().default(0),
  refunds: minorAmount('refunds').notNull().default(0),
  disputeCount: integer('dispute_count').notNull().default(0),
  disputes: minorAmount('disputes').notNull().default(0),
})

/** Totals per Madrid day and country, so that dashboards read days instead of events. Amounts in EUR cents. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    day: date('day', { mode: 'string' }).notNull(),
    /** Lower-case ISO code; '' if unknown. */
    country: text('country').notNull(),
    ...figures(),
  },
  (t) => [primaryKey({ columns: [t.day, t.country] })],
)

/** The same over all countries: years of figures in a few hundred rows. */
export const dailyTotals = pgTable('daily_totals', { day: date('day', { mode: 'string' }).primaryKey(), ...figures() })

/** New subscriptions with a discount by percent; they add up to `discounted_subscriptions`. */
export const dailyDiscounts = pgTable(
  'daily_discounts',
  {
    day: date('day', { mode: 'string' }).notNull(),
    country: text('country').notNull(),
    percent: integer('percent').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.country, t.percent] })],
)

/**
 * What changed since the figures were last updated. Triggers insert rows in the transaction of each change, and
 * `refreshFigures` removes them. A row with
 * - a day only: recompute that day;
 * - a day and a customer: that day, and others that depend on that day's payment or status change;
 * - only a customer or only a QR: all days with any of their data;
 * - a customer and two countries: they moved, with all their data except money;
 * - nothing: all days.
 * Rows are only ever added, so writers never wait for each other, and a row becomes visible exactly with its change.
 */
export const figureMarks = pgTable(
  'figure_marks',
  {
    day: date('day', { mode: 'string' }),
    userId: integer('user_id'),
    qrId: integer('qr_id'),
    fromCountry: text('from_country'),
    toCountry: text('to_country'),
  },
  (t) => [index('figure_marks_day').on(t.day)],
)

/** Imported advertising costs per day and country. Costs in EUR cents. */
export const adsCosts = pgTable(
  'ads_costs',
  {
    day: date('day', { mode: 'string' }).notNull(),
    country: text('country').notNull(),
    cost: minorAmount('cost').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.country] })],
)
