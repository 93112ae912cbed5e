import type { Customer } from '../../contract/customers.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'

type Plan = Pick<Customer, 'planName' | 'planPrice' | 'planCurrency' | 'planMonths'>

/** 'a month', 'a year' or 'every 3 months' as it stands behind a price. */
function periodText(months: number | null): string {
  if (months === null) return ''
  if (months === 1) return '/month'
  return months === 12 ? '/year' : `/${months} months`
}

/** The price of a plan and what it pays for: '19,90 €/month'; null where there is none. */
export function priceText({ planPrice, planCurrency, planMonths }: Omit<Plan, 'planName'>): string | null {
  return planPrice === null ? null : `${formatMoney(planPrice, planCurrency ?? accountCurrency)}${periodText(planMonths)}`
}

/** The plan in a line: 'Pro · 19,90 €/month'. */
export function planText(plan: Plan): string {
  return [plan.planName ?? 'No plan', priceText(plan)].filter(Boolean).join(' · ')
}
