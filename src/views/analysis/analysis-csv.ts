import { dayOf } from '../../contract/dates.ts'
import type { AnalysisFigures, AnalysisRow } from '../../contract/stats.ts'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { analysisColumns, figureNumber, headerWithUnit } from './analysis-columns.ts'

/**
 * The table as CSV, totals last. UTF-8 with a BOM, so spreadsheets read accents; numbers stay numbers, and text can't
 * become a formula. The CSV library is loaded on first use.
 */
export async function analysisCsv(rows: readonly AnalysisRow[], totals: AnalysisFigures | null): Promise<string> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const line = (name: string, figures: AnalysisFigures) => [name, ...analysisColumns.map((column) => figureNumber(column, figures))]
  return stringify(
    [
      ['Country', ...analysisColumns.map(headerWithUnit)],
      ...rows.map((row) => line(countryOrUnknown(row.country), row)),
      ...(totals === null ? [] : [line('Totals', totals)]),
    ],
    { bom: true, escape_formulas: true, record_delimiter: 'windows' },
  )
}

/** 'quaydesk-analysis-2026-11-01-2026-11-21.csv' */
export function analysisFileName(product: string, { from, to }: DateRange): string {
  const brand = product.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${brand}-analysis-${dayOf(from)}-${dayOf(to)}.csv`
}
