import { DownloadIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { reportMutation } from '../api/sales.ts'
import { nameOfMonth } from '../contract/sales.ts'
import type { Command } from './engine/command.ts'
import { commandsOn } from './shared/commands-on.ts'
import { failedDownload } from './shared/downloads.ts'

const onReport = commandsOn('report', { section: 'Reports', needs: 'sales.read', places: ['page-menu'] })

const reports = [
  { report: 'sales', keys: 'm s' },
  { report: 'invoices', keys: 'm i' },
] as const

/** The two monthly reports (document 2, section 2). */
export const reportCommands: readonly Command[] = reports.map(({ report, keys }) =>
  onReport({
    verb: `download-${report}`,
    title: ({ month, year }) => `Download the ${report} of ${nameOfMonth(month)} ${year}`,
    genericTitle: `Download the ${report} of the month as CSV`,
    icon: DownloadIcon,
    keywords: 'csv report spreadsheet excel accounting',
    keys,
    failureTitle: failedDownload('download', 'The report was not downloaded'),
    run: async (context, { month, year }) => {
      const name = await runMutation(context.queryClient, reportMutation(report), { month, year, brand: context.user.productName })
      return { message: `Downloaded: ${name}.` }
    },
  }),
)
