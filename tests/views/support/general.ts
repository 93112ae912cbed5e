import type { GeneralStats } from '../../../src/contract/stats.ts'

export const stats: GeneralStats = {
  asOf: null,
  newTrialUsers: 1201,
  canceledTriallingUsers: 302,
  newSubscribedUsers: 403,
  canceledSubscribedUsers: 54,
  conversionRate: 0.2567,
  discountsPerPercentage: { '50': 12, '75': 3, '20': 5 },
  newSubscriptionCancelations: 65,
  successPayments: 706,
  newTransactions: { total: 207, amount: 410_008 },
  subscriptions: { total: 499, amount: 990_009 },
  refunds: 11,
  refundTotal: 21_012,
  disputeCount: 3,
  disputeTotal: 5_913,
  disputeRate: 0.0042,
  total: 1_400_017,
  gross: 1_400_017,
  subTotal: 1_373_092,
  googleAdsCosts: 300_014,
  expenses: 300_014,
  coupons: 20,
  referredPaid: 8,
}

/** Noon on Sunday 29 March 2026 in Madrid; that day had only 23 hours. */
export const now = new Date('2026-03-29T10:00:00Z')
