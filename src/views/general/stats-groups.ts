import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { GeneralStats } from '../../contract/stats.ts'
import type { StatsFigure } from '../../contract/stats-links.ts'
import { formatPercent } from '../../layout/list/figures/format-percent.ts'

/** A number and the figure whose rows it links to; null if it combines several. */
export interface StatsNumber {
  text: string
  figure: StatsFigure | null
}

/** A line: label, count and amount. */
export interface StatsLine {
  label: string
  /** What is counted, if the label doesn't say. */
  unit?: string
  count?: StatsNumber
  amount?: StatsNumber
}

export interface StatsGroup {
  title: string
  lines: readonly StatsLine[]
}

const money = (cents: number) => formatMoney(cents, accountCurrency)

/** Profit after ads costs (document 2, section 3), in cents. */
export const netProfitOf = ({ subTotal, googleAdsCosts }: Pick<GeneralStats, 'subTotal' | 'googleAdsCosts'>) => subTotal - googleAdsCosts

/** All general figures in reading order: money, then who came, who left, and why. */
export function statsGroups(stats: GeneralStats): StatsGroup[] {
  const count = (figure: StatsFigure, value: number): StatsNumber => ({ text: formatCount(value), figure })
  const amount = (figure: StatsFigure, cents: number): StatsNumber => ({ text: money(cents), figure })
  const rate = (ratio: number): StatsNumber => ({ text: formatPercent(ratio), figure: null })
  const discount = (percent: string): StatsLine => ({
    label: `${percent} % off`,
    unit: 'subscriptions',
    count: { text: formatCount(stats.discountsPerPercentage[percent] ?? 0), figure: null },
  })
  return [
    {
      title: 'Money',
      lines: [
        { label: 'Total (gross)', amount: amount('total', stats.total) },
        { label: 'Subtotal', unit: 'less refunds and disputes', amount: amount('subTotal', stats.subTotal) },
        { label: 'Expenses', unit: 'Google Ads', amount: amount('googleAdsCosts', stats.googleAdsCosts) },
      ],
    },
    {
      title: 'Payments',
      lines: [
        {
          label: 'Succeeded',
          unit: 'payments',
          count: count('successPayments', stats.successPayments),
          amount: amount('gross', stats.gross),
        },
        {
          label: 'New',
          unit: 'first payments',
          count: count('newTransactions', stats.newTransactions.total),
          amount: { text: money(stats.newTransactions.amount), figure: null },
        },
        {
          label: 'Subscriptions',
          unit: 'renewals',
          count: count('subscriptions', stats.subscriptions.total),
          amount: { text: money(stats.subscriptions.amount), figure: null },
        },
        { label: 'Refunds', unit: 'payments', count: count('refunds', stats.refunds), amount: amount('refundTotal', stats.refundTotal) },
        {
          label: 'Disputes',
          unit: 'payments',
          count: count('disputeCount', stats.disputeCount),
          amount: amount('disputeTotal', stats.disputeTotal),
        },
        { label: 'Dispute rate', unit: 'of payments', count: rate(stats.disputeRate) },
      ],
    },
    {
      title: 'Acquisition',
      lines: [
        { label: 'New trials', unit: 'customers', count: count('newTrialUsers', stats.newTrialUsers) },
        { label: 'New subscribers', unit: 'customers', count: count('newSubscribedUsers', stats.newSubscribedUsers) },
        { label: 'Conversion rate', unit: 'of trials', count: rate(stats.conversionRate) },
        ...(stats.referredPaid === null
          ? []
          : [{ label: 'Referred, paid', unit: 'customers', count: count('referredPaid', stats.referredPaid) }]),
      ],
    },
    {
      title: 'Churn',
      lines: [
        { label: 'Trials ended unpaid', unit: 'customers', count: count('canceledTriallingUsers', stats.canceledTriallingUsers) },
        { label: 'Cancelations', unit: 'requests', count: count('newSubscriptionCancelations', stats.newSubscriptionCancelations) },
        { label: 'Subscriptions ended', unit: 'customers', count: count('canceledSubscribedUsers', stats.canceledSubscribedUsers) },
      ],
    },
    {
      title: 'Discounts',
      lines: [discount('50'), discount('75'), { label: 'All discounts', unit: 'coupons used', count: count('coupons', stats.coupons) }],
    },
  ]
}
