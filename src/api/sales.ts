import { mutationOptions } from '@tanstack/react-query'
import { monthBounds } from '../contract/dates.ts'
import { downloadInvoicesReport, downloadSalesReport, type Report, reportName } from '../contract/sales.ts'
import { respond } from './client.ts'
import { readFile, saveFile } from './read-file.ts'

/** Finds a report being downloaded. */
export const reportKey = (report: Report) => ['sales', 'report', report]

interface ReportOrder {
  year: number
  /** 1 to 12. */
  month: number
  brand: string
}

/** Downloads a month's report, saves it once complete and returns the file name. */
export const reportMutation = (report: Report) =>
  mutationOptions({
    mutationKey: reportKey(report),
    mutationFn: async ({ year, month, brand }: ReportOrder) => {
      const query = monthBounds(year, month)
      const { signal } = new AbortController()
      const response = await respond(report === 'sales' ? downloadSalesReport : downloadInvoicesReport, { query, signal })
      const file = await readFile(response, signal)
      const name = reportName(brand, report, query.from)
      saveFile(file, name)
      return name
    },
  })
