import { z } from 'zod'
import { dayOf } from './dates.ts'
import { endpoint, UnixSecondsParam } from './endpoint.ts'
import { brandInFileName } from './file-name.ts'

/** A month's first and last second, both inclusive (ruling 27); other ranges are accepted too. */
const ReportQuery = z
  .object({ from: UnixSecondsParam, to: UnixSecondsParam })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before its beginning.' })
export type ReportQuery = z.output<typeof ReportQuery>

/** The invoices of a range as streamed CSV; a failure breaks the connection. */
export const downloadInvoicesReport = endpoint({ path: '/invoices/csv-data', access: 'sales.read', query: ReportQuery, reply: z.unknown() })

/** Successful payments by date of confirmation, as streamed CSV; a failure breaks the connection. */
export const downloadSalesReport = endpoint({ path: '/invoices/csv-sales', access: 'sales.read', query: ReportQuery, reply: z.unknown() })

export type Report = 'sales' | 'invoices'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** 'March' for 3. */
export const nameOfMonth = (month: number) => monthName.format(Date.UTC(2000, month - 1))

/**
 * A report's documented file name: `{brand}-sales-report-{MonthName}-{year}.csv`, by the Madrid month its range starts
 * in. Characters a file name can't hold become hyphens.
 * @param from unix seconds
 */
export function reportName(brand: string, report: Report, from: number): string {
  const [year = 0, month = 1] = dayOf(from).split('-').map(Number)
  return `${brandInFileName(brand, 'report')}-${report}-report-${nameOfMonth(month)}-${year}.csv`
}
