import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { minorAmount } from './columns.ts'

/** Totals of one Madrid day and one country, so that dashboards read days and not events. Amounts in EUR cents. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    day: date('day', { mode: 'string' }).notNull(),
    /** Lower-case ISO code; '' where it is unknown. */
    country: text('country').notNull(),
    newTrials: integer('new_trials').notNull().default(0),
    canceledTrials: integer('canceled_trials').notNull().default(0),
    newSubscriptions: integer('new_subscriptions').notNull().default(0),
    upgradedFromTrial: integer('upgraded_from_trial').notNull().default(0),
    canceledSubscriptions: integer('canceled_subscriptions').notNull().default(0),
    discountedSubscriptions: integer('discounted_subscriptions').notNull().default(0),
    referredUsers: integer('referred_users').notNull().default(0),
    newQrs: integer('new_qrs').notNull().default(0),
    scans: integer('scans').notNull().default(0),
    visits: integer('visits').notNull().default(0),
    payments: integer('payments').notNull().default(0),
    gross: minorAmount('gross').notNull().default(0),
    refundCount: integer('refund_count').notNull().default(0),
    refunds: minorAmount('refunds').notNull().default(0),
    disputeCount: integer('dispute_count').notNull().default(0),
    disputes: minorAmount('disputes').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.country] })],
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
