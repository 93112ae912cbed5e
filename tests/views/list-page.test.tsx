import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { banCustomerMutation } from '../../src/api/customer-actions.ts'
import { runMutation } from '../../src/api/run-mutation.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { Toasts } from '../../src/layout/kit/toasts.tsx'
import { catchCalls, pageOf } from './support/console.tsx'
import { aCustomer, aCustomerRow } from './support/customer.ts'
import { pickFilter, pillText } from './support/filters.ts'
import { customersAt, firstRow, ids, list, serve, settle } from './support/list-page.ts'
import { rows } from './support/table.ts'

describe('the list page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })

  test('shows placeholder rows while loading, then the rows, the count and the page numbers [1.2 page numbers]', async () => {
    const asked = catchCalls((path) => (path === '/customers/countries' ? [] : undefined))
    await customersAt('/customers')
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('table').querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(10)
    await asked[0]?.answer(pageOf(ids(12_408, 10), 12_408))
    await firstRow('Customer 12408')
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('1–10 of 10.000+ found')
    expect(
      within(screen.getByRole('navigation', { name: 'Pages' }))
        .getAllByRole('button', { name: /^Page/ })
        .map((button) => button.textContent),
    ).toEqual(['1', '2', '3', '4', '5', '1000'])
  })

  test('pages by URL, including Back, and keeps the old rows until the next page loads [R22 back]', async () => {
    const asked = catchCalls((path, query) => (query.get('page') === '2' ? undefined : serve(path, query)))
    const { router, address } = await customersAt('/customers')
    await firstRow('Customer 25')
    await act(async () => list().page(1))
    await waitFor(() => expect(address()).toBe('/customers?page=2'))
    expect(rows()[0]?.textContent).toContain('Customer 25')
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    for (const call of asked) await call.answer(pageOf(ids(15, 10), 25, 2))
    await firstRow('Customer 15')
    await act(async () => router.history.back())
    await firstRow('Customer 25')
    expect(address()).toBe('/customers')
  })

  test('shows the last page if the requested one is past the end, and pages on from there', async () => {
    catchCalls((path, query) => {
      if (Number(query.get('page')) > 3) query.set('page', '3')
      return serve(path, query)
    })
    const { address } = await customersAt('/customers?page=999')
    await firstRow('Customer 5')
    expect(list()).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    await act(async () => list().page(-1))
    await firstRow('Customer 15')
    expect(address()).toBe('/customers?page=2')
  })

  // [R23 hidden by filter] [R23 hidden row said]
  test('tells a changed record hidden by a filter from one that merely moved', async () => {
    let shown = pageOf([aCustomerRow(9), aCustomerRow(8)], 12)
    catchCalls((path) => (path === '/customers/countries' ? [] : shown))
    const { queryClient, address, router } = await customersAt('/customers?status=active')
    await firstRow('Customer 9')
    const on = (id: number): Target => ({ type: 'customer', record: { ...aCustomer({}), id } })
    const changed = async (after: typeof shown) => {
      const hides = list().watch?.(on(9))
      shown = after
      await act(() => queryClient.invalidateQueries({ queryKey: ['customers'] }))
      return hides?.()
    }
    expect(list().watch?.(on(7))).toBeNull()
    expect(await changed(pageOf([aCustomerRow(9), aCustomerRow(8)], 11))).toBe(false)
    expect(await changed(pageOf([aCustomerRow(8), aCustomerRow(7)], 11))).toBe(false)
    shown = pageOf([aCustomerRow(9), aCustomerRow(8)], 11)
    await act(() => queryClient.invalidateQueries({ queryKey: ['customers'] }))
    expect(await changed(pageOf([aCustomerRow(8), aCustomerRow(7)], 10))).toBe(true)
    await act(() => router.navigate({ to: '/customers' }))
    await waitFor(() => expect(address()).toBe('/customers'))
    expect(list().watch).toBeUndefined()
  })

  test('keeps the focused row position on the next page, with DOM focus on its link', async () => {
    catchCalls(serve)
    await customersAt('/customers')
    await firstRow('Customer 25')
    for (let step = 0; step < 3; step++) await act(async () => list().move(1))
    expect(document.activeElement?.textContent).toBe('Customer 23')
    await act(async () => list().page(1))
    await firstRow('Customer 15')
    expect(document.activeElement?.textContent).toBe('Customer 13')
    expect(targetsOnScreen.all()[0]).toMatchObject({ type: 'customer', record: { id: 13 } })
    await act(async () => list().page(1))
    await firstRow('Customer 5')
    await act(async () => list().move(1))
    await act(async () => list().move(1))
    await act(async () => list().move(1))
    expect(document.activeElement?.textContent).toBe('Customer 1')
    expect(list()).toMatchObject({ hasNextPage: false, hasPreviousPage: true, isEmpty: false })
  })

  const json = (status: number, error: string) => Response.json({ statusCode: status, error, message: 'No.' }, { status })

  // [1.8 list failures] [2.8 error block]
  test.each<[what: string, says: string, fail: () => Promise<Response>]>([
    ['a 500', '500', async () => json(500, 'server_error')],
    ['a 500 without JSON', '500', async () => new Response('<html>', { status: 500 })],
    ['a 403', '403', async () => json(403, 'forbidden')],
    ['a truncated body', '500', async () => new Response('{"rows":[{"id":1', { headers: { 'content-type': 'application/json' } })],
    ['an answer that does not fit', 'GET /customers does not fit: rows', async () => Response.json({ rows: 'x', pagination: {} })],
    ['a connection that breaks', 'could not be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a 429 for long', 'Wait 40 seconds', async () => new Response('', { status: 429, headers: { 'retry-after': '40' } })],
  ])('shows the error and can be retried: %s', async (_what, says, fail) => {
    let isDown = true
    catchCalls(serve)
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      isDown && input.startsWith('/api/admin/customers?') ? fail() : answer(input, init),
    )
    render(<Toasts />)
    await customersAt('/customers')
    const panel = await screen.findByRole('alert')
    expect(panel.textContent).toContain(says)
    await waitFor(() => expect(screen.getAllByText('Load error, try again').some((said) => !panel.contains(said))).toBe(true))
    isDown = false
    fireEvent.click(within(panel).getByRole('button', { name: 'Retry' }))
    await firstRow('Customer 25')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('retries once automatically after a 503 with a Retry-After of one second', async () => {
    const asked: number[] = []
    catchCalls(serve)
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      // The prefetched next page does not count.
      const isFirst = input.startsWith('/api/admin/customers?') && !/[?&]page=2/.test(input) && asked.push(Date.now()) === 1
      return isFirst ? Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '1' } })) : answer(input, init)
    })
    await customersAt('/customers')
    await settle(1100)
    await firstRow('Customer 25')
    const [first = 0, second = 0] = asked
    expect(asked).toHaveLength(2)
    expect(second - first).toBeGreaterThanOrEqual(1000)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['/customers', 'Load error, try again'],
    ['/customers?searchTerm=12', 'Search error, try again.'],
  ])('%s shows an error toast on failure: %s [1.8 load and search errors] [2.8 search and load errors]', async (address, title) => {
    const asked = catchCalls((path) => (path === '/customers/countries' ? [] : undefined))
    render(<Toasts />)
    await customersAt(address)
    await asked[0]?.answer({ statusCode: 500, error: 'server_error', message: 'Internal Server Error.' }, 500)
    const panel = await screen.findByRole('alert')
    await waitFor(() =>
      expect(screen.getAllByText(title).some((said) => !panel.contains(said) && said.closest('[aria-live=polite]') !== null)).toBe(true),
    )
    expect(panel.textContent).toContain('500')
  })

  test('sorts by column header in both directions, from page 1 [1.2 sorting] [1.2 unsorted columns]', async () => {
    catchCalls(serve)
    const { address } = await customersAt('/customers?page=2')
    await firstRow('Customer 15')
    const header = screen.getByRole('columnheader', { name: 'Email' })
    fireEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/customers?sort=email'))
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(within(header).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/customers?sort=email&sortDirection=desc'))
    expect(header.getAttribute('aria-sort')).toBe('descending')
    for (const name of ['Status', 'Plan']) expect(within(screen.getByRole('columnheader', { name })).queryByRole('button')).toBeNull()
  })

  // [1.2 customer entries] [1.9 status filter key] [R58 defaults]
  test('remembers page size and status, and Back still restores the previous state', async () => {
    catchCalls(serve)
    const { router, address } = await customersAt('/customers')
    await firstRow('Customer 25')
    fireEvent.change(screen.getByLabelText('a page'), { target: { value: '20' } })
    await waitFor(() => expect(address()).toBe('/customers?perPage=20'))
    expect(window.localStorage.getItem('customerEntries')).toBe('20')
    await pickFilter('Status', 'active')
    await waitFor(() => expect(address()).toContain('status=active'))
    expect(window.localStorage.getItem('config.customerStatusFilter')).toBe('active')
    await act(async () => router.history.back())
    await waitFor(() => expect(pillText('Status')).toBe('Status'))
    await act(async () => router.history.back())
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('a page').value).toBe('10'))
    await act(async () => router.navigate({ href: '/customers' }))
    await waitFor(() => expect(address()).toMatch(/^\/customers\?(perPage=20&status=active|status=active&perPage=20)$/))
    await pickFilter('Status', 'All statuses')
    await waitFor(() => expect(address()).toBe('/customers?perPage=20'))
    expect(window.localStorage.getItem('config.customerStatusFilter')).toBeNull()
  })

  test('works if the browser storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    catchCalls(serve)
    const { address } = await customersAt('/customers')
    await firstRow('Customer 25')
    fireEvent.change(screen.getByLabelText('a page'), { target: { value: '20' } })
    await waitFor(() => expect(address()).toBe('/customers?perPage=20'))
    await waitFor(() => expect(rows()).toHaveLength(20))
  })

  test('returns to page 1 after a change, keeping filters, sort order and focus position (ruling 23) [R23 after a change]', async () => {
    catchCalls((path, query) => (path.endsWith('/ban') ? { success: true, banned: true, auditId: 5, undoable: true } : serve(path, query)))
    const { queryClient, address } = await customersAt('/customers?page=2&sort=email&status=active')
    await firstRow('Customer 15')
    for (let step = 0; step < 10; step++) await act(async () => list().move(-1))
    await act(async () => list().move(1))
    expect(document.activeElement?.textContent).toBe('Customer 14')
    await act(async () => void (await runMutation(queryClient, banCustomerMutation(), { id: 14, banned: true })))
    await waitFor(() => expect(address()).toBe('/customers?status=active&sort=email'))
    await firstRow('Customer 25')
    expect(document.activeElement?.textContent).toBe('Customer 24')
  })
})
