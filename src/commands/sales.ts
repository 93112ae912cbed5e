import { DownloadIcon } from '@primer/octicons-react'
import { ApiFailure } from '../api/client.ts'
import { runMutation } from '../api/run-mutation.ts'
import { nameOfMonth, type Report } from '../contract/sales.ts'
import { type Command, targetCommand } from './command.ts'

const reports: readonly { report: Report; keys: string }[] = [
  { report: 'sales', keys: 'm s' },
  { report: 'invoices', keys: 'm i' },
]

/** The two monthly reports (document 2, section 2). */
export const reportCommands: readonly Command[] = reports.map(({ report, keys }) =>
  targetCommand('report', {
    id: `report.download-${report}`,
    title: ({ month, year }) => `Download the ${report} of ${nameOfMonth(month)} ${year}`,
    genericTitle: `Download the ${report} of the month as CSV`,
    section: 'Reports',
    icon: DownloadIcon,
    keywords: 'csv report spreadsheet excel accounting',
    keys,
    needs: 'sales.read',
    places: ['page-menu'],
    failureTitle: (error) =>
      error instanceof ApiFailure && error.status === null ? 'The download broke off: nothing was saved.' : 'The report was not downloaded',
    run: async (context, { month, year }) => {
      const { reportMutation } = await import('../api/sales.ts')
      const name = await runMutation(context.queryClient, reportMutation(report), { month, year, brand: context.user.productName })
      return { message: `Downloaded: ${name}.` }
    },
  }),
)
