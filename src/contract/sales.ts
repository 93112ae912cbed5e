import { z } from 'zod'
import { dayOf } from './dates.ts'
import { endpoint, UnixSecondsParam } from './endpoint.ts'
import { brandInFileName } from './file-name.ts'

/** A month's first and last second, both inclusive (ruling 27); any other range is accepted as well. */
const ReportQuery = z
  .object({ from: UnixSecondsParam, to: UnixSecondsParam })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before its beginning.' })
export type ReportQuery = z.output<typeof ReportQuery>

/** The invoices of a range as CSV, streamed; a failure on the way breaks the connection off. */
export const downloadInvoicesReport = endpoint({
  method: 'GET',
  path: '/invoices/csv-data',
  access: { capability: 'sales.read' },
  query: ReportQuery,
  reply: z.unknown(),
})

/** The successful payments of a range, by when they were confirmed, as CSV; streamed likewise. */
export const downloadSalesReport = endpoint({
  method: 'GET',
  path: '/invoices/csv-sales',
  access: { capability: 'sales.read' },
  query: ReportQuery,
  reply: z.unknown(),
})

export type Report = 'sales' | 'invoices'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** 'March' for 3. */
export const nameOfMonth = (month: number) => monthName.format(Date.UTC(2000, month - 1))

/**
 * The documented name of a report: `{brand}-sales-report-{MonthName}-{year}.csv`, by the month in which its range begins in Madrid. Of the
 * brand, what no file name can hold becomes a hyphen.
 * @param from unix seconds
 */
export function reportName(brand: string, report: Report, from: number): string {
  const [year = 0, month = 1] = dayOf(from).split('-').map(Number)
  return `${brandInFileName(brand, 'report')}-${report}-report-${nameOfMonth(month)}-${year}.csv`
}
