import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { GeneralStats } from '../../contract/stats.ts'
import type { StatsFigure } from '../../contract/stats-links.ts'
import { formatPercent } from '../../layout/list/figures/format-percent.ts'

/** A number and the figure whose rows it links to, if there is such a list. */
export interface StatsNumber {
  text: string
  value: number
  figure: StatsFigure
}

/** A line: label, count and amount. */
export interface StatsLine {
  label: string
  /** What is counted, if the label doesn't say. */
  unit: string
  /** What the figure is, in a sentence. */
  definition: string
  count?: StatsNumber | undefined
  amount?: StatsNumber | undefined
  isLessBetter?: boolean
}

export interface StatsGroup {
  title: string
  lines: readonly StatsLine[]
}

/** Figures that are one number, or a count with its amount. */
type Figure = Exclude<keyof GeneralStats, 'asOf' | 'discountsPerPercentage'>

/** The figures of a line. */
interface Figures {
  count?: Figure
  amount?: Figure
  rate?: Figure
}

const numberOf =
  (text: (value: number) => string) =>
  (figure: StatsFigure, value: number): StatsNumber => ({ text: text(value), value, figure })

const count = numberOf(formatCount)
const amount = numberOf((cents) => formatMoney(cents, accountCurrency))
const rate = numberOf(formatPercent)

/** Profit after ads costs (document 2, section 3), in cents. */
export const netProfitOf = ({ subTotal, googleAdsCosts }: Pick<GeneralStats, 'subTotal' | 'googleAdsCosts'>) => subTotal - googleAdsCosts

/** All general figures in reading order: money, then who came, who left, and why. Definitions by document 2, section 3; ruling 52. */
export function statsGroups(stats: GeneralStats): StatsGroup[] {
  const read = (figure: Figure, part: 'total' | 'amount') => {
    const value = stats[figure]
    return typeof value === 'object' ? (value?.[part] ?? 0) : value
  }
  const line = (label: string, unit: string, definition: string, figures: Figures): StatsLine => ({
    label,
    unit,
    definition,
    count: figures.count
      ? count(figures.count, read(figures.count, 'total'))
      : figures.rate && rate(figures.rate, read(figures.rate, 'total')),
    amount: figures.amount && amount(figures.amount, read(figures.amount, 'amount')),
  })
  /** A line of which less is good news. */
  const loss = (...facts: Parameters<typeof line>): StatsLine => ({ ...line(...facts), isLessBetter: true })
  const discount = (percent: string): StatsLine => ({
    ...line(`${percent} % off`, 'subscriptions', `Subscriptions started with a discount of ${percent} %.`, {}),
    count: count('discountsPerPercentage', stats.discountsPerPercentage[percent] ?? 0),
  })
  const disputes = 'All disputed payments; the amount counts only disputes that took money, the open and the lost ones.'
  return [
    {
      title: 'Money',
      lines: [
        line('Total (gross)', '', 'All successful payments, in euros.', { amount: 'total' }),
        line('Subtotal', 'less refunds and disputes', 'Total less what was refunded and what disputes took.', { amount: 'subTotal' }),
        loss('Expenses', 'Google Ads', 'What Google Ads cost in this period.', { amount: 'googleAdsCosts' }),
      ],
    },
    {
      title: 'Payments',
      lines: [
        line('Succeeded', 'payments', 'Successful payments: first payments and renewals.', { count: 'successPayments', amount: 'gross' }),
        line('New', 'first payments', 'First payments of customers.', { count: 'newTransactions', amount: 'newTransactions' }),
        line('Subscriptions', 'renewals', 'Later payments of customers who had paid before.', {
          count: 'subscriptions',
          amount: 'subscriptions',
        }),
        loss('Refunds', 'payments', 'Refunds made in this period, whenever the payment was made.', {
          count: 'refunds',
          amount: 'refundTotal',
        }),
        loss('Disputes', 'payments', disputes, { count: 'disputeCount', amount: 'disputeTotal' }),
        loss('Dispute rate', 'of payments', 'Disputes ÷ successful payments.', { rate: 'disputeRate' }),
      ],
    },
    {
      title: 'Acquisition',
      lines: [
        line('New trials', 'customers', 'Trials started.', { count: 'newTrialUsers' }),
        line('New subscribers', 'customers', 'Subscriptions started, with or without a trial.', { count: 'newSubscribedUsers' }),
        line('Conversion rate', 'of trials', 'Subscriptions that came from a trial ÷ trials started.', { rate: 'conversionRate' }),
        ...(stats.referredPaid === null
          ? []
          : [line('Referred, paid', 'customers', 'Referred customers who made their first payment.', { count: 'referredPaid' })]),
      ],
    },
    {
      title: 'Churn',
      lines: [
        loss('Trials ended unpaid', 'customers', 'Trials that ended without a subscription.', { count: 'canceledTriallingUsers' }),
        loss('Cancelations', 'requests', 'Subscribers who canceled, immediately or at the end of what they paid for.', {
          count: 'newSubscriptionCancelations',
        }),
        loss('Subscriptions ended', 'customers', 'Subscriptions that ended in this period.', { count: 'canceledSubscribedUsers' }),
      ],
    },
    {
      title: 'Discounts',
      lines: [
        discount('50'),
        discount('75'),
        line('All discounts', 'coupons used', 'Subscriptions started with any discount.', { count: 'coupons' }),
      ],
    },
  ]
}
