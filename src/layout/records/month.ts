import { dayOf } from '../../contract/dates.ts'
import { firstInvoiceYear } from '../../contract/invoices.ts'

export interface Month {
  month: number
  year: number
}

/** The month it is in Madrid: what is shown where the URL names none. */
export function currentMonth(): Month {
  const [year, month] = dayOf(Math.floor(Date.now() / 1000))
    .split('-')
    .map(Number)
  return { month: month ?? 1, year: year ?? firstInvoiceYear }
}

/** The month that a page's state names; the half that it leaves out is the current one's. */
export function monthOf(search: Readonly<Record<string, unknown>>): Month {
  const now = currentMonth()
  return { month: Number(search['month'] ?? now.month), year: Number(search['year'] ?? now.year) }
}
