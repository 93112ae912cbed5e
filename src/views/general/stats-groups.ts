import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { GeneralStats } from '../../contract/stats.ts'
import type { StatsFigure } from '../../contract/stats-links.ts'
import { shortEuros, shortNumber } from '../../layout/chart/short-numbers.ts'
import { formatPercent } from '../../layout/list/figures/format-percent.ts'

/** A number and the figure whose rows it links to; null if it combines several. */
export interface StatsNumber {
  text: string
  /** '1,2k €', where there is little room. */
  short: string
  value: number
  figure: StatsFigure | null
}

/** A line: label, count and amount. */
export interface StatsLine {
  label: string
  /** What is counted, if the label doesn't say. */
  unit?: string
  count?: StatsNumber
  amount?: StatsNumber
  /** What the figure is, in a sentence. */
  definition: string
  isLessBetter?: boolean
}

export interface StatsGroup {
  title: string
  lines: readonly StatsLine[]
}

const money = (cents: number) => formatMoney(cents, accountCurrency)

/** Profit after ads costs (document 2, section 3), in cents. */
export const netProfitOf = ({ subTotal, googleAdsCosts }: Pick<GeneralStats, 'subTotal' | 'googleAdsCosts'>) => subTotal - googleAdsCosts

/** All general figures in reading order: money, then who came, who left, and why. Definitions by document 2, section 3; ruling 52. */
export function statsGroups(stats: GeneralStats): StatsGroup[] {
  const count = (figure: StatsFigure | null, value: number): StatsNumber => ({
    text: formatCount(value),
    short: shortNumber(value),
    value,
    figure,
  })
  const amount = (figure: StatsFigure | null, cents: number): StatsNumber => ({
    text: money(cents),
    short: shortEuros(cents),
    value: cents,
    figure,
  })
  const rate = (ratio: number): StatsNumber => ({ text: formatPercent(ratio), short: formatPercent(ratio), value: ratio, figure: null })
  const discount = (percent: string): StatsLine => ({
    label: `${percent} % off`,
    unit: 'subscriptions',
    count: count(null, stats.discountsPerPercentage[percent] ?? 0),
    definition: `Subscriptions started with a discount of ${percent} %.`,
  })
  return [
    {
      title: 'Money',
      lines: [
        { label: 'Total (gross)', amount: amount('total', stats.total), definition: 'All successful payments, in euros.' },
        {
          label: 'Subtotal',
          unit: 'less refunds and disputes',
          amount: amount('subTotal', stats.subTotal),
          definition: 'Total less what was refunded and what disputes took.',
        },
        {
          label: 'Expenses',
          unit: 'Google Ads',
          amount: amount('googleAdsCosts', stats.googleAdsCosts),
          definition: 'What Google Ads cost in these days.',
          isLessBetter: true,
        },
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
          definition: 'Successful payments: first payments and renewals.',
        },
        {
          label: 'New',
          unit: 'first payments',
          count: count('newTransactions', stats.newTransactions.total),
          amount: amount(null, stats.newTransactions.amount),
          definition: 'First payments of customers.',
        },
        {
          label: 'Subscriptions',
          unit: 'renewals',
          count: count('subscriptions', stats.subscriptions.total),
          amount: amount(null, stats.subscriptions.amount),
          definition: 'Later payments of customers who had paid before.',
        },
        {
          label: 'Refunds',
          unit: 'payments',
          count: count('refunds', stats.refunds),
          amount: amount('refundTotal', stats.refundTotal),
          definition: 'Refunds made in these days, whenever the payment was.',
          isLessBetter: true,
        },
        {
          label: 'Disputes',
          unit: 'payments',
          count: count('disputeCount', stats.disputeCount),
          amount: amount('disputeTotal', stats.disputeTotal),
          definition: 'All disputed payments; the amount counts only disputes that took money, the open and the lost ones.',
          isLessBetter: true,
        },
        {
          label: 'Dispute rate',
          unit: 'of payments',
          count: rate(stats.disputeRate),
          definition: 'Disputes ÷ successful payments.',
          isLessBetter: true,
        },
      ],
    },
    {
      title: 'Acquisition',
      lines: [
        {
          label: 'New trials',
          unit: 'customers',
          count: count('newTrialUsers', stats.newTrialUsers),
          definition: 'Trials started.',
        },
        {
          label: 'New subscribers',
          unit: 'customers',
          count: count('newSubscribedUsers', stats.newSubscribedUsers),
          definition: 'Subscriptions started, with or without a trial.',
        },
        {
          label: 'Conversion rate',
          unit: 'of trials',
          count: rate(stats.conversionRate),
          definition: 'Subscriptions that came from a trial ÷ trials started.',
        },
        ...(stats.referredPaid === null
          ? []
          : [
              {
                label: 'Referred, paid',
                unit: 'customers',
                count: count('referredPaid', stats.referredPaid),
                definition: 'Referred customers who made their first payment.',
              },
            ]),
      ],
    },
    {
      title: 'Churn',
      lines: [
        {
          label: 'Trials ended unpaid',
          unit: 'customers',
          count: count('canceledTriallingUsers', stats.canceledTriallingUsers),
          definition: 'Trials that ended without a subscription.',
          isLessBetter: true,
        },
        {
          label: 'Cancelations',
          unit: 'requests',
          count: count('newSubscriptionCancelations', stats.newSubscriptionCancelations),
          definition: 'Subscribers who canceled, at once or for the end of what they paid for.',
          isLessBetter: true,
        },
        {
          label: 'Subscriptions ended',
          unit: 'customers',
          count: count('canceledSubscribedUsers', stats.canceledSubscribedUsers),
          definition: 'Subscriptions that ended in these days.',
          isLessBetter: true,
        },
      ],
    },
    {
      title: 'Discounts',
      lines: [
        discount('50'),
        discount('75'),
        {
          label: 'All discounts',
          unit: 'coupons used',
          count: count('coupons', stats.coupons),
          definition: 'Subscriptions started with any discount.',
        },
      ],
    },
  ]
}
