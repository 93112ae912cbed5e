import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { openFilter, pillText, setFilters } from './support/filters.ts'
import { headers, rows } from './support/table.ts'

describe('QR statistics', () => {
  const row = { email: 'ana@example.com', count: 1234, userId: 7 }
  /** Noon on Sunday 29 March 2026 in Madrid; that day had only 23 hours. */
  const now = new Date('2026-03-29T10:00:00Z')

  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))

  test('shows each customer’s QR code count, highest first, with a link to the customer [2.2 qr stats] [2.2 stats row]', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/stats', user)
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ page: '1', perPage: '10', sort: 'count', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([row]))
    expect(headers()).toEqual(['Email', 'QR codes', 'Customer'])
    expect(within(rows()[0] as HTMLElement).getAllByRole('cell')[1]?.textContent).toContain('1.234')
    expect(screen.getByRole('link', { name: 'ana@example.com' }).getAttribute('href')).toBe('/customers/7')
  })

  test.each([
    ['today', 'Today', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['yesterday', 'Yesterday', '2026-03-27T23:00:00Z', '2026-03-28T22:59:59Z'],
    ['week', 'Last 7 days', '2026-03-22T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['mtd', 'Month to date', '2026-02-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['lm', 'Last month', '2026-01-31T23:00:00Z', '2026-02-28T22:59:59Z'],
  ])('%s covers whole days in Madrid time [2.2 stats filters]', async (period, label, from, to) => {
    const asked = catchCalls((_path, query) => (query.has('from') ? undefined : pageOf([row])))
    const { address } = await openScreen('/qrs/stats', user)
    await screen.findByRole('table')
    fireEvent.click((await openFilter('Period')).getByRole('button', { name: label }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(['from', 'to'].map((name) => Number(asked[0]?.query.get(name)))).toEqual([Date.parse(from) / 1000, Date.parse(to) / 1000])
    expect(address()).toBe(`/qrs/stats?period=${period}`)
  })

  // [R27 custom range] [2.4 ranges] [R27 custom without dates]
  test('opening the date panel fetches nothing; a custom range in the URL takes precedence over the preset', async () => {
    const asked = catchCalls((_path, query) => (query.get('type') === 'pdf' ? undefined : pageOf([row])))
    const { address, router } = await openScreen('/qrs/stats?period=week', user)
    await screen.findByRole('table')
    expect(pillText('Period')).toBe('Period: Last 7 days')
    await openFilter('Period')
    expect(address()).toBe('/qrs/stats?period=week')
    await act(async () => router.navigate({ href: '/qrs/stats?from=1774738800&to=1774825199&type=pdf&period=week' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.query.get('from')).toBe('1774738800')
    expect(setFilters()[0]).toMatch(/^Period: 29-03-2026/)
  })
})
