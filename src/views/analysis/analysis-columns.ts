import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { AnalysisFigures } from '../../contract/stats.ts'
import { formatPercent } from '../../layout/list/figures/format-percent.ts'

interface Kind {
  text: (value: number) => string
  /** For spreadsheets: euros, and percentages with two decimals. */
  number: (value: number) => number
  unit: string
}

const rounded = (percent: number) => Math.round(percent * 100) / 100

const kinds = {
  count: { text: formatCount, number: (value) => value, unit: '' },
  money: { text: (cents) => formatMoney(cents, accountCurrency), number: (cents) => cents / 100, unit: ' (EUR)' },
  ratio: { text: formatPercent, number: (ratio) => rounded(ratio * 100), unit: ' (%)' },
  percent: { text: (percent) => formatPercent(percent / 100), number: rounded, unit: ' (%)' },
} satisfies Record<string, Kind>

interface AnalysisColumn {
  id: Exclude<keyof AnalysisFigures, 'arr'>
  header: string
  kind: keyof typeof kinds
  /** What the figure is, in a sentence (ruling 52). */
  hint: string
}

/** Analysis figures in the documented order (document 2, section 2; ruling 52). */
export const analysisColumns: readonly AnalysisColumn[] = [
  { id: 'triallingAccounts', header: 'Trials', kind: 'count', hint: 'Trials started.' },
  { id: 'upgradedFromTrial', header: 'Upgraded', kind: 'count', hint: 'Subscriptions that came from a trial.' },
  { id: 'cpt', header: 'CPT', kind: 'money', hint: 'Ads costs ÷ upgrades.' },
  { id: 'conversionRate', header: 'Conversion', kind: 'ratio', hint: 'Upgrades ÷ trials.' },
  { id: 'unsubscribedAccounts', header: 'Unsubscribed', kind: 'count', hint: 'Subscriptions that ended.' },
  { id: 'total', header: 'Total', kind: 'money', hint: 'All successful payments.' },
  { id: 'refunds', header: 'Refunds', kind: 'money', hint: 'Refunds made in this period, whenever the payment was made.' },
  { id: 'revenue', header: 'Revenue', kind: 'money', hint: 'Total less refunds.' },
  { id: 'mrr', header: 'MRR', kind: 'money', hint: 'The monthly value of live subscriptions, today.' },
  { id: 'googleAdsCosts', header: 'Ads costs', kind: 'money', hint: 'What Google Ads cost.' },
  { id: 'clicks', header: 'Clicks', kind: 'count', hint: 'Clicks on ads.' },
  { id: 'costPerClick', header: 'Cost per click', kind: 'money', hint: 'Ads costs ÷ clicks.' },
  { id: 'freeTrialsRate', header: 'Free trials', kind: 'percent', hint: 'Trials ÷ clicks.' },
  { id: 'subTotal', header: 'Subtotal', kind: 'money', hint: 'Total less refunds and disputes.' },
]

/** A figure as displayed. */
export const figureText = ({ id, kind }: AnalysisColumn, figures: AnalysisFigures) => kinds[kind].text(figures[id])

/** A figure for spreadsheets. */
export const figureNumber = ({ id, kind }: AnalysisColumn, figures: AnalysisFigures) => kinds[kind].number(figures[id])

/** A figure's CSV header, with its unit. */
export const headerWithUnit = ({ header, kind }: AnalysisColumn) => `${header}${kinds[kind].unit}`
