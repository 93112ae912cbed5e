import { DownloadIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { saveFile } from '../../api/read-file.ts'
import type { AnalysisFigures, AnalysisRow } from '../../contract/stats.ts'
import { Button } from '../../layout/kit/button.tsx'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import { toastError } from '../../layout/kit/toasts.tsx'
import { totalText } from '../../layout/list/count-text.ts'
import { AsOf } from '../../layout/list/figures/as-of.tsx'
import { type FigureColumn, FiguresView } from '../../layout/list/figures/figures-view.tsx'
import { FilterBar } from '../../layout/list/filters/filter-bar.tsx'
import head from '../../layout/list/list-page.module.css'
import { Page } from '../../layout/list/page.tsx'
import { useListView } from '../../layout/list/use-list-view.ts'
import { useProductName } from '../../layout/session/session.ts'
import { analysisColumns, figureText } from './analysis-columns.ts'
import { analysisCsv, analysisFileName } from './analysis-csv.ts'
import { analysisList } from './analysis-list.tsx'
import { analysisOf, rangeOf } from './search.ts'

const route = getRouteApi('/app/analysis')

type Column = FigureColumn<AnalysisRow> & { total: (totals: AnalysisFigures) => string }

const columns: readonly Column[] = analysisColumns.map((column) => ({
  id: column.id,
  header: column.header,
  hint: column.hint,
  cell: (row) => figureText(column, row),
  total: (totals) => figureText(column, totals),
}))

/** Each country's revenue and cost in a range of days. */
export function AnalysisPage() {
  const search = route.useSearch()
  const view = useListView(analysisList, search)
  const product = useProductName()
  // The list's own request, cached, for the totals.
  const { data, isPlaceholderData } = useQuery(analysisOf(view.request))
  const range = rangeOf(search)
  const canSave = data !== undefined && !isPlaceholderData && data.rows.length > 0
  const save = async () => {
    if (!data) return
    try {
      saveFile(new Blob([await analysisCsv(data.rows, data.totals)], { type: 'text/csv;charset=utf-8' }), analysisFileName(product, range))
    } catch (error) {
      toastError('The file could not be created.', error)
    }
  }
  return (
    <Page
      title={analysisList.title}
      actions={
        <div className={head.head}>
          <span className={head.count}>
            {view.pagination ? `${totalText(view.pagination)} ${view.pagination.total_results === 1 ? 'country' : 'countries'}` : null}
          </span>
          <Button leadingVisual={DownloadIcon} disabled={!canSave} onClick={() => void save()}>
            CSV
          </Button>
        </div>
      }
    >
      <FilterBar filters={analysisList.filters} search={search} change={view.change} {...view.filterOpening} />
      <AsOf at={data?.asOf} />
      <FiguresView
        view={view}
        head={{ id: 'country', header: 'Country', name: (row) => countryOrUnknown(row.country) }}
        columns={columns}
        totals={data?.totals ?? undefined}
      />
    </Page>
  )
}
