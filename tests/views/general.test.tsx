import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '../../src/contract/dates.ts'
import type { DailyRevenueRow } from '../../src/contract/stats.ts'
import { rangeOfDays } from '../../src/layout/kit/date-range/range.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { now, stats } from './support/general.ts'

const revenue = (days: number): DailyRevenueRow[] =>
  Array.from({ length: days }, (_, index) => ({
    date: addDays('2026-02-28', index),
    total: 1000 + index,
    expenses: 200,
    gross: 1100 + index,
    refunds: 100,
  }))

const daily = [
  { date: '2026-03-28', total: 3 },
  { date: '2026-03-29', total: 4 },
]

const countries = [
  { country: 'es', subscribedUsers: 1234, mrr: 987_654, totalRevenue: 55_555_50 },
  { country: '', subscribedUsers: 2, mrr: 0, totalRevenue: 199 },
]

const answers: Record<string, unknown> = {
  '/stats/general-stats': stats,
  '/stats/daily-revenue': revenue(30),
  '/stats/countries-mrr': {
    ...pageOf(countries),
    totals: { subscribedUsers: 1236, mrr: 987_654, totalRevenue: 5_555_749 },
    asOf: null,
  },
}

const answer = (path: string) => answers[path] ?? daily
const card = (name: string) => within(screen.getByRole('region', { name }))

/** The query values for a range of days. */
const asDays = (from: string, to: string) => {
  const range = rangeOfDays(from, to)
  return [String(range.from), String(range.to)]
}

/** The simulated window has no canvas, but the chart's table has the same data. */
beforeAll(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

describe('the dashboard', () => {
  test('compares figures and chart with the previous period; today with all of yesterday, without percentages', async () => {
    const last = rangeOfDays('2026-02-01', '2026-02-28')
    catchCalls((path, query) => {
      if (path !== '/stats/general-stats' || query.get('from') === String(last.from)) return answer(path)
      return { ...stats, total: 700_000, refundTotal: 42_024, newTrialUsers: 1000 }
    })
    await openScreen('/general?stats=lm&tab=trials')
    const line = (label: string) => card('Figures').getByRole('button', { name: label }).closest('div')?.textContent
    await waitFor(() => expect(line('Total (gross)')).toMatch(/14\.000,17\u00a0€↑ 100 %$/))
    expect(line('Refunds')).toMatch(/↓ 50 %$/)
    expect(line('New trials')).toMatch(/↑ 20 %$/)
    expect(card('Chart').getByText('the previous 30 days').parentElement?.textContent).toBe('vs 7  the previous 30 days')
    fireEvent.click(card('Figures').getByRole('tab', { name: 'Today' }))
    await waitFor(() => expect(line('Total (gross)')).toMatch(/7.000,00\u00a0€7.000,00\u00a0€$/))
    expect(card('Figures').queryByText(/↑|↓/)).toBeNull()
  })

  test('describes how a figure is defined', async () => {
    catchCalls(answer)
    await openScreen('/general')
    const rate = await card('Figures').findByRole('button', { name: 'Conversion rate' })
    expect(document.getElementById(rate.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Subscriptions that came from a trial ÷ trials started.',
    )
  })

  test('requests and shows 30 days of revenue, today’s figures and the countries [2.1 dashboards] [2.2 countries]', async () => {
    const asked = catchCalls()
    await openScreen('/general')
    const ranges = Object.fromEntries(asked.map(({ path, query }) => [path, [query.get('from'), query.get('to')]]))
    expect(ranges).toEqual({
      '/stats/daily-revenue': asDays('2026-02-28', '2026-03-29'),
      '/stats/general-stats': asDays('2026-03-29', '2026-03-29'),
      '/stats/countries-mrr': [null, null],
    })
    const countriesCall = asked.find(({ path }) => path === '/stats/countries-mrr')
    expect(Object.fromEntries(countriesCall?.query ?? [])).toMatchObject({ sort: 'subscribedUsers', sortDirection: 'desc', perPage: '10' })
    for (const call of asked) await call.answer(answer(call.path))
    expect(document.title).toMatch(/^General dashboard \| .* CRM$/)
    expect(card('Figures').queryByText('10.730,78 €')).not.toBeNull()
    const table = within(screen.getByRole('table', { name: 'Subscribers by country' }))
    expect(table.getAllByRole('columnheader').map((header) => within(header).getByRole('button').textContent)).toEqual([
      'Country',
      'Subscribers',
      'MRR',
      'Total revenue',
    ])
    const [, ...body] = table.getAllByRole('row')
    expect(body.map((row) => row.textContent)).toEqual([
      'Spain1.2349.876,54\u00a0€55.555,50\u00a0€',
      'Unknown20,00\u00a0€1,99\u00a0€',
      'Totals1.2369.876,54\u00a0€55.557,49\u00a0€',
    ])
    expect(table.getByRole('link').getAttribute('href')).toBe('/customers?status=any&country=es')
  })

  test('has a tab for each documented series and period, and a custom range [2.2 charts] [2.2 stats card]', async () => {
    catchCalls(answer)
    await openScreen('/general')
    const tabsOf = (name: string) =>
      card(name)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent)
    expect(tabsOf('Chart')).toEqual([
      'Revenue',
      'Trials',
      'Subscriptions',
      'Cancelations',
      'QRs',
      'Scans',
      'Visits',
      'Discounted',
      'Referred',
    ])
    expect(tabsOf('Figures')).toEqual(['Today', 'Yesterday', '7 days', 'Month', 'Last month'])
    expect(card('Figures').queryByRole('button', { name: 'Custom' })).not.toBeNull()
  })

  test('shows the chart data as a table, newest day first, with totals', async () => {
    catchCalls(answer)
    await openScreen('/general?tab=trials')
    fireEvent.click(await screen.findByRole('button', { name: 'Table' }))
    const rows = within(screen.getByRole('table', { name: 'New trials by day' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'DayNew trialsThe previous 30 days',
      'Sun, 29 Mar 2026 (so far)44',
      'Sat, 28 Mar 202633',
      'Whole range77',
    ])
  })

  test('hides and shows revenue lines, but keeps the last one', async () => {
    catchCalls(answer)
    await openScreen('/general')
    const line = (name: RegExp) => card('Chart').findByRole('button', { name })
    expect((await line(/^Gross/)).getAttribute('aria-pressed')).toBe('false')
    for (const name of [/^Expenses/, /^Refunds/]) fireEvent.click(await line(name))
    const total = await line(/^Total/)
    expect(total.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(total)
    expect(total.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(await line(/^Gross/))
    expect((await line(/^Gross/)).getAttribute('aria-pressed')).toBe('true')
  })

  test('switches tabs with arrow keys, updates the URL and supports Back', async () => {
    catchCalls(answer)
    const { address, router } = await openScreen('/general?stats=lm')
    const tablist = card('Chart').getByRole('tablist')
    fireEvent.keyDown(within(tablist).getByRole('tab', { selected: true }), { key: 'ArrowRight' })
    await waitFor(() => expect(address()).toBe('/general?tab=trials&stats=lm'))
    fireEvent.keyDown(within(tablist).getByRole('tab', { selected: true }), { key: 'End' })
    await waitFor(() => expect(address()).toBe('/general?tab=referred&stats=lm'))
    await act(async () => router.history.back())
    await waitFor(() => expect(address()).toBe('/general?tab=trials&stats=lm'))
    expect(within(tablist).getByRole('tab', { selected: true }).textContent).toBe('Trials')
  })

  // [1.9 chart presets] [2.2 chart ranges] [R27 default restored]
  test('changes the range by preset, and the default removes it from the URL', async () => {
    const asked = catchCalls(answer)
    const { address } = await openScreen('/general')
    const opener = () => screen.getByRole('button', { name: /^Range of the chart/ })
    expect(opener().textContent).toContain('Last 30 days')
    expect(screen.queryByRole('button', { name: 'Back to the default range' })).toBeNull()
    fireEvent.click(opener())
    fireEvent.click(screen.getByRole('button', { name: 'Current year' }))
    await waitFor(() => expect(address()).toBe('/general?range=ytd'))
    expect(opener().textContent).toContain('01-01-2026 / 29-03-2026')
    fireEvent.click(screen.getByRole('button', { name: 'Back to the default range' }))
    await waitFor(() => expect(address()).toBe('/general'))
    expect(asked).toEqual([])
  })

  test('custom figures are not requested until both days are set [2.4 ranges] [R27 custom without dates]', async () => {
    const paths: string[] = []
    catchCalls((path, query) => {
      if (path === '/stats/general-stats') paths.push(query.toString())
      return answer(path)
    })
    const { address, router } = await openScreen('/general?stats=week')
    // The calls for this week and for the week before, as a comparison.
    await waitFor(() => expect(paths).toHaveLength(2))
    fireEvent.click(card('Figures').getByRole('button', { name: 'Custom' }))
    expect(screen.queryByRole('dialog', { name: /^Custom/ })).not.toBeNull()
    expect([paths.length, address()]).toEqual([2, '/general?stats=week'])
    const { from, to } = rangeOfDays('2026-03-01', '2026-03-02')
    await act(async () => router.navigate({ href: `/general?statsFrom=${from}&statsTo=${to}` }))
    await waitFor(() => expect(paths[2]).toBe(`from=${from}&to=${to}`))
    expect(card('Figures').queryByRole('tab', { selected: true })).toBeNull()
    expect(card('Figures').queryByRole('button', { name: 'Custom: 01-03-2026 / 02-03-2026' })).not.toBeNull()
  })

  test('keeps the old figures on screen until the next period loads', async () => {
    const asked = catchCalls((path) => (path === '/stats/general-stats' ? undefined : answer(path)))
    await openScreen('/general')
    await asked[0]?.answer(stats)
    fireEvent.click(card('Figures').getByRole('tab', { name: 'Yesterday' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(card('Figures').queryByText('10.730,78 €')).not.toBeNull()
    await asked[1]?.answer({ ...stats, subTotal: 300_014 })
    expect(card('Figures').queryByText('0,00 €')).not.toBeNull()
  })

  test('shows a load error in its own card, with a retry [2.8 error block]', async () => {
    const asked = catchCalls((path) => (path === '/stats/daily-revenue' ? undefined : answer(path)))
    await openScreen('/general')
    await asked[0]?.answer({ statusCode: 500, error: 'internal', message: 'Broken.' }, 500)
    const retry = await card('Chart').findByRole('button', { name: 'Retry' })
    expect(card('Figures').queryByText('10.730,78 €')).not.toBeNull()
    fireEvent.click(retry)
    await waitFor(() => expect(asked).toHaveLength(2))
    await asked[1]?.answer(revenue(30))
    expect(card('Chart').queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  test('shows the time of outdated figures, or that changes may be missing', async () => {
    const asOf = Math.floor(now.getTime() / 1000) - 300
    const replies: Record<string, unknown> = {
      '/stats/general-stats': { ...stats, asOf },
      '/stats/countries-mrr': { ...pageOf(countries), asOf: 0 },
    }
    catchCalls((path) => replies[path] ?? answer(path))
    await openScreen('/general')
    const { findByText } = card('Figures')
    expect((await findByText(/^As of/)).textContent).toBe('As of 29/03/2026 11:55: the figures are being brought up to date.')
    expect((await card('Subscribers by country').findByText(/brought up to date/)).textContent).toMatch(
      /^The latest changes may be missing: /,
    )
    expect(card('Figures').queryByText('Net profit')).not.toBeNull()
  })

  test('shows an empty state if every day is 0', async () => {
    catchCalls((path) => (path === '/stats/daily-trials' ? daily.map((row) => ({ ...row, total: 0 })) : answer(path)))
    await openScreen('/general?tab=trials')
    fireEvent.click(await screen.findByRole('button', { name: 'Table' }))
    expect(card('Chart').queryByText('Results not found.')).not.toBeNull()
  })
})
