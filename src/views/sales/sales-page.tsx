import { DownloadIcon } from '@primer/octicons-react'
import { useIsMutating } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { reportKey } from '../../api/sales.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { nameOfMonth, type Report } from '../../contract/sales.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'
import { noteScreen } from '../../layout/list/noted-screens.ts'
import { Page } from '../../layout/list/page.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { type Month, monthOf } from '../../layout/records/month.ts'
import { MonthSelect } from '../../layout/records/month-select.tsx'
import styles from './sales-page.module.css'

const route = getRouteApi('/app/sales')

// 'sales of october'
noteScreen({
  path: '/sales',
  title: 'Sales reports',
  alsoCalled: ['sales', 'sales report', 'monthly report'],
  filters: [{ id: 'month', params: ['month', 'year'], words: { kind: 'month' }, chip: () => null }],
  filtered: ({ month, year }) =>
    month && year
      ? { href: `/sales?${new URLSearchParams({ month, year }).toString()}`, chips: [`${nameOfMonth(Number(month))} ${year}`] }
      : { href: '/sales', chips: [] },
})

const reports: readonly { report: Report; title: string; holds: string }[] = [
  {
    report: 'sales',
    title: 'Sales',
    holds: 'Every payment that was confirmed in the month, with its amount in EUR, refunds, method and invoice.',
  },
  {
    report: 'invoices',
    title: 'Invoices',
    holds: 'Every invoice of the month, with its number, customer, country and VAT number, and its subtotal, VAT and total.',
  },
]

/** The two monthly reports (document 2, section 2). */
export function SalesPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { month, year } = monthOf(search)
  const target = useMemo<Target<'report'>>(() => ({ type: 'report', record: { id: year * 100 + month, year, month } }), [month, year])
  useCurrentTarget(target)
  const choose = (chosen: Month) =>
    void navigate({ to: '/sales', search: { month: String(chosen.month), year: String(chosen.year) }, replace: false })
  return (
    <Page title="Sales reports">
      <div className="flex gap-8" role="group" aria-label="Month of the reports">
        <MonthSelect value={{ month, year }} onChange={choose} />
      </div>
      <div className={styles.reports}>
        {reports.map(({ report, title, holds }) => (
          <section key={report} className="outlined column top gap-8 pad-16" aria-labelledby={`report-${report}`}>
            <h2 id={`report-${report}`} className="title-small semibold">
              {`${title} of ${nameOfMonth(month)} ${year}`}
            </h2>
            <p className="grow muted">{holds}</p>
            <DownloadButton report={report} target={target} />
          </section>
        ))}
      </div>
    </Page>
  )
}

function DownloadButton({ report, target }: { report: Report; target: Target<'report'> }) {
  const isDownloading = useIsMutating({ mutationKey: reportKey(report) }) > 0
  return (
    <CommandButton id={`report.download-${report}`} target={target} icon={DownloadIcon}>
      {isDownloading ? 'Downloading…' : `Download ${report} CSV`}
    </CommandButton>
  )
}
