import { today } from '../../contract/dates.ts'
import { firstInvoiceYear } from '../../contract/invoices.ts'

export interface Month {
  month: number
  year: number
}

/** The current month in Madrid, the default. */
export function currentMonth(): Month {
  const [year, month] = today().split('-').map(Number)
  return { month: month ?? 1, year: year ?? firstInvoiceYear }
}

/** The URL's month; missing parts are the current ones. */
export function monthOf(search: Readonly<Record<string, unknown>>): Month {
  const now = currentMonth()
  return { month: Number(search['month'] ?? now.month), year: Number(search['year'] ?? now.year) }
}
