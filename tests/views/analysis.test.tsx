import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnalysisFigures } from '../../src/contract/stats.ts'
import { rangeOfDays } from '../../src/layout/kit/date-range/range.ts'
import { analysisCsv, analysisFileName } from '../../src/views/analysis/analysis-csv.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { openFilter, pickFilter, pillText, removeFilter } from './support/filters.ts'

const figures: AnalysisFigures = {
  triallingAccounts: 1200,
  upgradedFromTrial: 300,
  cpt: 1234,
  conversionRate: 0.25,
  unsubscribedAccounts: 7,
  total: 1_234_567,
  refunds: 4_500,
  revenue: 1_230_067,
  mrr: 99_900,
  arr: 1_198_800,
  googleAdsCosts: 370_200,
  clicks: 6000,
  costPerClick: 62,
  freeTrialsRate: 20,
  subTotal: -150,
}
const rows = [
  { country: 'es', ...figures },
  { country: '', ...figures, triallingAccounts: 0 },
]
const page = { ...pageOf(rows, 2, 1, 50), totals: { ...figures, triallingAccounts: 1200 }, asOf: null }

const answer = (path: string) => (path === '/customers/countries' ? ['es', 'fr'] : page)
const table = () => within(screen.getByRole('table', { name: 'Analysis' }))
const texts = (elements: HTMLElement[]) => elements.map((element) => element.textContent)

/** Noon on Sunday 29 March 2026 in Madrid; that day had only 23 hours. */
const now = new Date('2026-03-29T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

describe('the analysis', () => {
  // [2.1 dashboards] [2.2 analysis ranges] [2.2 analysis columns] [2.2 analysis sort]
  test('requests the month to date, most upgrades first, 50 per page', async () => {
    const asked = catchCalls((path) => (path === '/customers/countries' ? ['es'] : undefined))
    await openScreen('/analysis')
    const { from, to } = rangeOfDays('2026-03-01', '2026-03-29')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
      page: '1',
      perPage: '50',
      sort: 'upgradedFromTrial',
      sortDirection: 'desc',
      from: String(from),
      to: String(to),
    })
    await asked[0]?.answer(page)
    expect(texts(screen.getAllByRole('columnheader').map((header) => within(header).getByRole('button')))).toEqual([
      'Country',
      'Trials',
      'Upgraded',
      'CPT',
      'Conversion',
      'Unsubscribed',
      'Total',
      'Refunds',
      'Revenue',
      'MRR',
      'Ads costs',
      'Clicks',
      'Cost per click',
      'Free trials',
      'Subtotal',
    ])
    const [, spain, unknown, totals] = table().getAllByRole('row')
    expect(spain?.textContent).toBe(
      'Spain1.20030012,34\u00a0€25,00 %712.345,67\u00a0€45,00\u00a0€12.300,67\u00a0€999,00\u00a0€3.702,00\u00a0€6.0000,62\u00a0€20,00 %−1,50\u00a0€',
    )
    expect(unknown?.textContent).toMatch(/^Unknown0/)
    // What is nothing is paler.
    expect(
      texts(
        table()
          .getAllByRole('cell')
          .filter(({ className }) => className === 'muted'),
      ),
    ).toEqual(['0'])
    expect(totals?.textContent).toMatch(/^Totals1\.200300/)
  })

  test('sorts by any column through the URL, numbers descending first', async () => {
    const asked: string[] = []
    catchCalls((path, query) => {
      if (path === '/stats/analysis') asked.push(`${query.get('sort')} ${query.get('sortDirection')}`)
      return answer(path)
    })
    const { address } = await openScreen('/analysis')
    for (const [header, sort, direction] of [
      ['MRR', 'mrr', 'desc'],
      ['MRR', 'mrr', 'asc'],
      ['Country', 'country', 'asc'],
    ] as const) {
      fireEvent.click(table().getByRole('button', { name: header }))
      await waitFor(() => expect(asked.at(-1)).toBe(`${sort} ${direction}`))
      expect(screen.getByRole('columnheader', { name: header }).getAttribute('aria-sort')).toBe(`${direction}ending`)
      expect(address()).toContain(`sort=${sort}`)
    }
    expect(screen.getAllByRole('columnheader').every((header) => within(header).queryByRole('button') !== null)).toBe(true)
  })

  // [1.2 analysis entries] [2.2 analysis page sizes] [2.9 analysis page size]
  test('offers pages of 50, 100 and 150 and stores the size under its own key', async () => {
    catchCalls(answer)
    const { address } = await openScreen('/analysis?perPage=10')
    const size = await screen.findByRole('combobox', { name: 'a page' })
    expect(texts(within(size).getAllByRole('option'))).toEqual(['50', '100', '150'])
    expect((size as HTMLSelectElement).value).toBe('50')
    fireEvent.change(size, { target: { value: '150' } })
    await waitFor(() => expect(address()).toBe('/analysis?perPage=150'))
    expect(window.localStorage.getItem('analysisEntries')).toBe('150')
  })

  // [R27 trash] [2.2 analysis ranges] [R27 default restored]
  test.each([
    ['Today', 'today', '2026-03-29', '2026-03-29'],
    ['Yesterday', 'yesterday', '2026-03-28', '2026-03-28'],
    ['Last 7 days', 'week', '2026-03-23', '2026-03-29'],
    ['Last month', 'lm', '2026-02-01', '2026-02-28'],
  ])('%s goes into the URL by name, and the trash button restores the default range', async (label, period, first, last) => {
    const asked: (string | null)[][] = []
    catchCalls((path, query) => {
      if (path === '/stats/analysis') asked.push([query.get('from'), query.get('to')])
      return answer(path)
    })
    const { address } = await openScreen('/analysis')
    expect(pillText('Range')).toMatch(/^Range: Month to date, /)
    const panel = await openFilter('Range')
    expect(panel.queryByRole('button', { name: 'Back to the default range' })).toBeNull()
    fireEvent.click(panel.getByRole('button', { name: label }))
    await waitFor(() => expect(address()).toBe(`/analysis?period=${period}`))
    const { from, to } = rangeOfDays(first, last)
    await waitFor(() => expect(asked.at(-1)).toEqual([String(from), String(to)]))
    await openFilter('Range')
    fireEvent.click(screen.getByRole('button', { name: 'Back to the default range' }))
    await waitFor(() => expect(address()).toBe('/analysis'))
  })

  test('accepts a custom range of two dates in the URL [2.2 analysis ranges]', async () => {
    const asked: (string | null)[][] = []
    catchCalls((path, query) => {
      if (path === '/stats/analysis') asked.push([query.get('from'), query.get('to')])
      return answer(path)
    })
    const { from, to } = rangeOfDays('2026-01-10', '2026-01-20')
    const { address } = await openScreen(`/analysis?from=${from}&to=${to}`)
    await screen.findByRole('button', { name: /^Range: 10-01-2026 \/ 20-01-2026/ })
    expect(asked).toEqual([[String(from), String(to)]])
    removeFilter('Range: 10-01-2026 / 20-01-2026')
    await waitFor(() => expect(address()).toBe('/analysis'))
  })

  test('filters by one country, chosen by name [2.2 analysis country] [2.7 countries]', async () => {
    const asked: (string | null)[] = []
    catchCalls((path, query) => {
      if (path === '/stats/analysis') asked.push(query.get('country'))
      return answer(path)
    })
    const { address } = await openScreen('/analysis')
    await screen.findByRole('table')
    await pickFilter('Country', 'France')
    await waitFor(() => expect(asked.at(-1)).toBe('fr'))
    expect(address()).toBe('/analysis?country=fr')
  })

  test('shows the time of figures that are out of date', async () => {
    catchCalls((path) => (path === '/customers/countries' ? ['es', 'fr'] : { ...page, asOf: Math.floor(now.getTime() / 1000) - 300 }))
    await openScreen('/analysis')
    await screen.findByText('As of 29/03/2026 11:55: the figures are being brought up to date.')
  })

  test('offers a retry after an error and says when nothing was found', async () => {
    const asked = catchCalls((path) => (path === '/customers/countries' ? ['es'] : undefined))
    await openScreen('/analysis')
    await asked[0]?.answer({ statusCode: 500, error: 'internal', message: 'Broken.' }, 500)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    await asked[1]?.answer({ ...pageOf([], 0, 1, 50), totals: figures, asOf: null })
    await screen.findByText('Results not found.')
    expect(screen.getByRole('button', { name: 'CSV' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('the analysis CSV', () => {
  test('contains the table with units and totals, and plain numbers for spreadsheets', async () => {
    const text = await analysisCsv(rows, page.totals)
    expect(text.startsWith('\uFEFFCountry,Trials,Upgraded,CPT (EUR),Conversion (%),')).toBe(true)
    const lines = parse(text, { bom: true })
    expect(lines).toHaveLength(4)
    expect(lines[1]).toEqual(['Spain', 1200, 300, 12.34, 25, 7, 12_345.67, 45, 12_300.67, 999, 3702, 6000, 0.62, 20, -1.5].map(String))
    expect(lines.map(([name]) => name)).toEqual(['Country', 'Spain', 'Unknown', 'Totals'])
  })

  test('contains no formulas, whatever a country is called', async () => {
    const text = await analysisCsv(
      [
        { ...figures, country: '=1' },
        { ...figures, country: '@x' },
      ],
      figures,
    )
    const names = parse(text, { bom: true }).map(([name]) => name)
    expect(names).toEqual(['Country', "'=1", "'@x", 'Totals'])
  })

  test('is named after the product and the dates', () =>
    expect(analysisFileName('Quay Desk', rangeOfDays('2026-03-01', '2026-03-29'))).toBe('quay-desk-analysis-2026-03-01-2026-03-29.csv'))
})
