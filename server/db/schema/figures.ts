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

/** Totals of one Madrid day and one country, so that dashboards read days and not events. Amounts in EUR cents. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    day: date('day', { mode: 'string' }).notNull(),
    /** Lower-case ISO code; '' where it is unknown. */
    country: text('country').notNull(),
    ...figures(),
  },
  (t) => [primaryKey({ columns: [t.day, t.country] })],
)

/** The same of all countries, so that years of them are a few hundred rows however many countries there are. */
export const dailyTotals = pgTable('daily_totals', { day: date('day', { mode: 'string' }).primaryKey(), ...figures() })

/** New subscriptions with a discount, by percent: the parts of `discounted_subscriptions`. */
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
 * What was written since the figures were brought up to date: triggers of the tables that figures are made of insert these in the
 * transaction of the change, whoever makes it, and `refreshFigures` takes them away. A row with
 *
 * - a day alone: that day is to be computed anew;
 * - a day and a customer: that day, and others that depend on a payment or a change of status of that day;
 * - a customer alone, or a QR alone: all days on which there is anything of theirs;
 * - a customer and two countries: they moved, and all of theirs but money with them;
 * - nothing: all days.
 *
 * Rows are added and never changed: two writers never wait for each other, and a row is seen exactly when its change is.
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

/** Advertising of one day and country, imported. Costs in EUR cents. */
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
