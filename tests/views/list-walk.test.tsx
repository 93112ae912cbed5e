// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppRoute } from '../../src/layout/app-route.tsx'
import { listsOnScreen, walksOnScreen } from '../../src/layout/commands/on-screen.ts'
import { setWalk, startWalk, walkNow } from '../../src/layout/walk/walk.ts'
import { endVisit } from '../../src/layout/visit.ts'
import { CustomerPage } from '../../src/views/customer/customer-page.tsx'
import { createCustomerRoute } from '../../src/views/customer/route.ts'
import { CustomersPage } from '../../src/views/customers/customers-page.tsx'
import { createCustomersRoute } from '../../src/views/customers/route.ts'
import { catchCalls, pageOf, renderConsole } from './support/console.tsx'
import { aCustomer, aCustomerRow } from './support/customer.ts'

const gone = { statusCode: 404, error: 'not_found', message: 'Not found' }

/** A server of 25 customers, newest first. */
function serve(path: string, query: URLSearchParams): unknown {
  const id = Number(/^\/customers\/(\d+)$/.exec(path)?.[1])
  if (id > 0) return { ...aCustomer({ fullName: `Customer ${id}`, email: `${id}@example.com` }), id }
  if (path === '/customers') {
    const page = Number(query.get('page'))
    return pageOf(
      Array.from({ length: Math.min(10, 25 - (page - 1) * 10) }, (_, index) => aCustomerRow(25 - (page - 1) * 10 - index)),
      25,
      page,
    )
  }
  if (path.endsWith('/note')) return { note: null, createdAt: null, authorName: null, version: null }
  if (path.endsWith('/billing')) return { billing: null }
  if (path.endsWith('/timeline')) return { rows: [], next: null }
  if (/(countries|invitations|domains|activity)$/.test(path)) return []
  return pageOf([])
}

const consoleAt = (address: string) =>
  renderConsole(address, (parent) => [
    createCustomersRoute(parent as AppRoute).update({ component: CustomersPage }),
    createCustomerRoute(parent as AppRoute).update({ component: CustomerPage }),
  ])

const onPageOf = (id: number) => waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(`Customer ${id}`))
const place = () => screen.getByRole('group', { name: 'Walk through Customers' }).textContent
const backHref = () => screen.getByRole('navigation', { name: 'Breadcrumb' }).querySelector('a')?.getAttribute('href')
const walk = () => {
  const [handle] = walksOnScreen.all()
  if (!handle) throw new Error('no walk on screen')
  return handle
}
/** Opens the row at an index by the list's keys. */
async function openRow(index: number) {
  await waitFor(() => expect(listsOnScreen.all()[0]?.isEmpty).toBe(false))
  for (let step = 0; step <= index; step++) await act(async () => listsOnScreen.all()[0]?.move(1))
  await act(async () => listsOnScreen.all()[0]?.open(false))
}

describe('a walk through a list', () => {
  beforeEach(() => {
    endVisit()
    window.localStorage.clear()
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  it('goes from record to record, the heading in focus, and Back leads to the list and the row of the record', async () => {
    catchCalls(serve)
    const { router, address } = await consoleAt('/customers')
    await openRow(2)
    await onPageOf(23)
    expect(place()).toContain('3 of 25')
    await act(async () => walk().step(1))
    await onPageOf(22)
    await act(async () => walk().step(1))
    await onPageOf(21)
    await act(async () => walk().step(-1))
    await onPageOf(22)
    expect(place()).toContain('4 of 25')
    expect(document.activeElement?.tagName).toBe('H1')
    expect(document.getElementById(document.activeElement?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('4 of 25')
    await act(async () => router.history.back())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Customer 22'))
    expect(address()).toBe('/customers')
  })

  it.each([
    ['after the last row of a page', 6, '/customers?page=2', 1, 5, '21 of 25', '/customers?page=3'],
    ['before the first row of a page', 5, '/customers?page=3', -1, 6, '20 of 25', '/customers?page=2'],
    ['back to the first page', 15, '/customers?page=2', -1, 16, '10 of 25', '/customers'],
  ] as const)('goes on %s, and the way back leads to the page of the record', async (_what, id, list, by, next, where, back) => {
    catchCalls(serve)
    await consoleAt(list)
    fireEvent.click(await screen.findByRole('link', { name: `Customer ${id}` }))
    await onPageOf(id)
    await act(async () => walk().step(by))
    await onPageOf(next)
    expect(place()).toContain(where)
    expect(backHref()).toBe(back)
  })

  it('ends with the list', async () => {
    catchCalls(serve)
    const { address } = await consoleAt('/customers?page=3')
    fireEvent.click(await screen.findByRole('link', { name: 'Customer 1' }))
    await onPageOf(1)
    expect(walk().whyNot(-1)).toBeNull()
    expect(walk().whyNot(1)).toBe('This is the last of the list.')
    await act(async () => walk().step(1))
    expect(address()).toBe('/customers/1')
  })

  it('keeps the tab, and leads on from a record that is gone', async () => {
    const asked = catchCalls((path, query) => (path === '/customers/24' ? undefined : serve(path, query)))
    const { router, address } = await consoleAt('/customers')
    await openRow(0)
    await onPageOf(25)
    await act(async () => router.navigate({ href: '/customers/25?tab=qrs' }))
    await act(async () => walk().step(1))
    expect(address()).toBe('/customers/24?tab=qrs')
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    for (const call of asked) await call.answer(gone, 404)
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Customer not found'))
    expect(place()).toContain('2 of 25')
    await act(async () => walk().step(1))
    await onPageOf(23)
    expect(address()).toBe('/customers/23?tab=qrs')
  })

  it('is there for records of the list alone, and for nobody after a sign-out', async () => {
    catchCalls(serve)
    const { router } = await consoleAt('/customers')
    await openRow(1)
    await onPageOf(24)
    await act(async () => router.navigate({ href: '/customers/3' }))
    await onPageOf(3)
    expect(screen.queryByRole('group', { name: /^Walk/ })).toBeNull()
    expect(walksOnScreen.all()).toEqual([])
    await act(async () => router.navigate({ href: '/customers/24' }))
    await onPageOf(24)
    expect(place()).toContain('2 of 25')
    await act(async () => endVisit())
    expect(screen.queryByRole('group', { name: /^Walk/ })).toBeNull()
    expect(window.sessionStorage.length).toBe(0)
  })

  it('leads through what was pasted, in that order', async () => {
    catchCalls(serve)
    startWalk({ title: 'Pasted', hrefs: ['/customers/7', '/customers/3', '/customers/7'] })
    const { address } = await consoleAt('/customers/7')
    await onPageOf(7)
    expect(screen.getByRole('group', { name: 'Walk through Pasted' }).textContent).toContain('Pasted: 1 of 3')
    expect(walk().whyNot(-1)).toBe('This is the first of the list.')
    await act(async () => walk().step(1))
    await onPageOf(3)
    await act(async () => walk().step(1))
    await onPageOf(7)
    expect(screen.getByRole('group', { name: 'Walk through Pasted' }).textContent).toContain('3 of 3')
    expect(address()).toBe('/customers/7')
    expect(backHref()).toBe('/customers')
  })

  it('leads through what was pasted also where that was done on a list of the same records', async () => {
    catchCalls(serve)
    const { router } = await consoleAt('/customers')
    await screen.findByRole('link', { name: 'Customer 20' })
    await act(async () => {
      startWalk({ title: 'Pasted', hrefs: ['/customers/20', '/customers/3'] })
      await router.navigate({ href: '/customers/20' })
    })
    await onPageOf(20)
    expect(screen.getByRole('group', { name: 'Walk through Pasted' }).textContent).toContain('Pasted: 1 of 2')
  })

  it.each([
    ['nothing', null, null],
    ['what is no JSON', '{', null],
    ['another program’s text', '{"rows":7}', null],
    ['an address elsewhere', JSON.stringify({ ...stored(), rows: [{ id: 1, href: '//evil.example' }] }), null],
    ['a walk', JSON.stringify(stored()), 'Customers'],
  ])('reads %s from storage as it should', async (_what, text, title) => {
    setWalk(null)
    if (text !== null) window.sessionStorage.setItem('walk.', text)
    vi.resetModules()
    const { walkNow: read } = await import('../../src/layout/walk/walk.ts')
    expect(read()?.title ?? null).toBe(title)
    expect(walkNow()).toBeNull()
  })
})

function stored() {
  return { title: 'Customers', list: null, rows: [{ id: 1, href: '/customers/1' }], first: 1, total: '1', at: 0 }
}
