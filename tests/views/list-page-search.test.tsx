import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Asked, catchCalls, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { customersAt, firstRow, ids, list, serve, settle } from './support/list-page.ts'
import { rows } from './support/table.ts'

describe('the search of a list page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })

  // [1.2 users search] [1.9 search delay] [R26 late answer]
  test('searches for the trimmed term when typing stops, as one history entry', async () => {
    catchCalls(serve)
    const { router, address } = await customersAt('/customers')
    await firstRow('Customer 25')
    const box = screen.getByLabelText('Search customers')
    for (const text of ['1', ' 12', ' 12 ']) {
      fireEvent.change(box, { target: { value: text } })
      await settle(400)
    }
    expect(address()).toBe('/customers')
    await settle(120)
    await waitFor(() => expect(address()).toBe('/customers?searchTerm=12'))
    expect((box as HTMLInputElement).value).toBe(' 12 ')
    fireEvent.change(box, { target: { value: '13' } })
    await settle(520)
    await waitFor(() => expect(address()).toBe('/customers?searchTerm=13'))
    await act(async () => router.history.back())
    await waitFor(() => expect((box as HTMLInputElement).value).toBe(''))
    expect(address()).toBe('/customers')
  })

  test('aborts an outdated request, and a late response never replaces a newer one [R26 newer request] [R26 late answer]', async () => {
    const asked: Asked[] = catchCalls((path, query) => (query.has('searchTerm') ? undefined : serve(path, query)))
    await customersAt('/customers')
    await firstRow('Customer 25')
    const box = screen.getByLabelText('Search customers')
    for (const text of ['11', '12']) {
      fireEvent.change(box, { target: { value: text } })
      fireEvent.keyDown(box, { key: 'Enter' })
      await waitFor(() => expect(asked.some(({ query }) => query.get('searchTerm') === text)).toBe(true))
    }
    const [older, newer] = ['11', '12'].map((term) => asked.find(({ query }) => query.get('searchTerm') === term))
    expect(older?.signal?.aborted).toBe(true)
    await newer?.answer(pageOf([aCustomerRow(12)]))
    await firstRow('Customer 12')
    await older?.answer(pageOf([aCustomerRow(11)]))
    await settle(100)
    expect(rows()[0]?.textContent).toContain('Customer 12')
  })

  test('offers to clear the filters if nothing is found [1.8 no results] [2.8 no results]', async () => {
    catchCalls(serve)
    const { address } = await customersAt('/customers?searchTerm=nobody&trialPlan=true')
    await screen.findByText('Results not found.')
    expect(list()).toMatchObject({ isEmpty: true })
    await screen.findByText('No exact match. No customers match “nobody”.')
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
    await firstRow('Customer 25')
    expect(address()).not.toContain('searchTerm')
    expect(address()).not.toContain('trialPlan')
  })

  test('does not count rows of the old list while a wider search is running', async () => {
    const asked = catchCalls((path, query) => (query.get('exactSearch') === 'false' ? undefined : serve(path, query)))
    const { router } = await customersAt('/customers')
    await firstRow('Customer 25')
    await act(async () => router.navigate({ to: '/customers', search: { searchTerm: 'nobody' } as never }))
    await screen.findByText('No exact match.')
    await act(async () => asked.find(({ query }) => query.get('exactSearch') === 'false')?.answer(pageOf(ids(1, 1), 1)))
    await screen.findByText('No exact match. 1 customer contains “nobody”.')
  })

  test('shows the results of a wider search at once, and Enter applies it', async () => {
    const wide = ids(3, 3)
    catchCalls((path, query) =>
      query.get('searchTerm') === 'nobody' && query.get('exactSearch') === 'false' ? pageOf(wide, 3) : serve(path, query),
    )
    const { address } = await customersAt('/customers?searchTerm=nobody')
    await screen.findByText('No exact match. 3 customers contain “nobody”.')
    expect(screen.getByRole('link', { name: 'Customer 2' }).getAttribute('href')).toBe('/customers/2')
    fireEvent.keyDown(screen.getByLabelText('Search customers'), { key: 'Enter' })
    await waitFor(() => expect(address()).toContain('exactSearch=false'))
    await firstRow('Customer 3')
  })
})
