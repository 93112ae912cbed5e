import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client.ts'
import { listsOnScreen, walksOnScreen } from '../../src/layout/commands/on-screen.ts'
import type { AppRoute } from '../../src/layout/frame/app-route.tsx'
import { notice } from '../../src/layout/kit/notice.ts'
import { setWalk, startWalk, walkNow } from '../../src/layout/list/walk/walk.ts'
import { makeWalkable, walkOf, withPage } from '../../src/layout/list/walk/walk-pages.ts'
import { endVisit } from '../../src/layout/session/visit.ts'
import { CustomerPage } from '../../src/views/customer/customer-page.tsx'
import { createCustomerRoute } from '../../src/views/customer/route.ts'
import { CustomersPage, customersList } from '../../src/views/customers/customers-list.tsx'
import { createCustomersRoute } from '../../src/views/customers/route.ts'
import { catchCalls, pageOf, renderConsole } from './support/console.tsx'
import { aCustomer, aCustomerRow } from './support/customer.ts'

const gone = { statusCode: 404, error: 'not_found', message: 'Not found' }

/** A server with 25 customers, newest first. */
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
/** Opens the row at an index with the list's keys. */
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

  test('steps between records, focuses the heading, and Back returns to the record’s row in the list', async () => {
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

  test.each([
    ['after the last row of a page', 6, '/customers?page=2', 1, 5, '21 of 25', '/customers?page=3'],
    ['before the first row of a page', 5, '/customers?page=3', -1, 6, '20 of 25', '/customers?page=2'],
    ['back to the first page', 15, '/customers?page=2', -1, 16, '10 of 25', '/customers'],
  ] as const)('continues %s, and links back to the list page of the record', async (_what, id, list, by, next, where, back) => {
    catchCalls(serve)
    await consoleAt(list)
    fireEvent.click(await screen.findByRole('link', { name: `Customer ${id}` }))
    await onPageOf(id)
    await act(async () => walk().step(by))
    await onPageOf(next)
    expect(place()).toContain(where)
    expect(backHref()).toBe(back)
  })

  test('stops at the end of the list', async () => {
    catchCalls(serve)
    const { address } = await consoleAt('/customers?page=3')
    fireEvent.click(await screen.findByRole('link', { name: 'Customer 1' }))
    await onPageOf(1)
    expect(walk().whyNot(-1)).toBeNull()
    expect(walk().whyNot(1)).toBe('This is the last of the list.')
    await act(async () => walk().step(1))
    expect(address()).toBe('/customers/1')
  })

  test('keeps the tab, and continues past a missing record', async () => {
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

  test('appears only for records of the list, and is gone after sign-out', async () => {
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

  test('goes through pasted records in their order', async () => {
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

  test('goes through pasted records even if started on a list of the same records', async () => {
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

  test.each([
    ['nothing', null, null],
    ['what is no JSON', '{', null],
    ['another program’s text', '{"rows":7}', null],
    ['an address elsewhere', JSON.stringify({ ...stored(), rows: [{ id: 1, href: '//evil.example' }] }), null],
    ['a walk', JSON.stringify(stored()), 'Customers'],
  ])('handles %s in storage', async (_what, text, title) => {
    setWalk(null)
    if (text !== null) window.sessionStorage.setItem('visit.7.walk', text)
    vi.resetModules()
    const { walkNow: read } = await import('../../src/layout/list/walk/walk.ts')
    const { startVisit } = await import('../../src/layout/session/visit.ts')
    startVisit(7)
    expect(read()?.title ?? null).toBe(title)
    expect(walkNow()).toBeNull()
  })

  test.each([
    ['the code of lists is there before it is known who is signed in', true],
    ['it comes after that', false],
  ])('survives a reload if %s', async (_what, isFirst) => {
    const load = async (userId: number) => {
      vi.resetModules()
      const { startVisit } = await import('../../src/layout/session/visit.ts')
      if (!isFirst) startVisit(userId)
      const loaded = await import('../../src/layout/list/walk/walk.ts')
      if (isFirst) startVisit(userId)
      return loaded
    }
    const first = await load(7)
    first.startWalk({ title: 'Pasted', hrefs: ['/customers/7', '/customers/3'] })
    expect((await load(7)).walkNow()).toEqual(first.walkNow())
    expect((await load(8)).walkNow()).toBeNull()
    expect((await load(7)).walkNow()?.rows).toHaveLength(2)
  })

  test('moves two records if two keys are pressed before the next one loads', async () => {
    catchCalls(serve)
    await consoleAt('/customers')
    await openRow(0)
    await onPageOf(25)
    await act(async () => {
      walk().step(1)
      walk().step(1)
    })
    await onPageOf(23)
    expect(place()).toContain('3 of 25')
  })

  describe('through rows that lead to the same record', () => {
    /** 300 rows. The first ones lead to customer 5, and those from `other` on to customer 6. */
    async function openFirst(other: number) {
      const pages: number[] = []
      const idle: (() => void)[] = []
      vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task))
      vi.stubGlobal('cancelIdleCallback', (handle: number) => void idle.splice(handle - 1, 1, () => {}))
      catchCalls((path, query) => {
        if (path !== '/customers') return serve(path, query)
        const page = Number(query.get('page'))
        pages.push(page)
        return pageOf(
          Array.from({ length: 10 }, (_, index) => aCustomerRow((page - 1) * 10 + index + 1)),
          300,
          page,
        )
      })
      const list = { ...customersList, id: 'same', href: ({ id }: { id: number }) => (id < other ? '/customers/5' : '/customers/6') }
      makeWalkable(list)
      const first = pageOf(
        Array.from({ length: 10 }, (_, index) => aCustomerRow(index + 1)),
        300,
      )
      setWalk(walkOf(list, '/customers', {}, { ...first, rows: [...first.rows] }))
      await consoleAt('/customers/5')
      await onPageOf(5)
      const rest = () => act(async () => idle.splice(0).forEach((task) => task()))
      return { pages, rest }
    }

    test('prefetches one page, and fetches a few more on a step', async () => {
      const { pages, rest } = await openFirst(1000)
      for (let turn = 0; turn < 5; turn++) await rest()
      expect(pages).toEqual([2])
      await act(async () => walk().step(1))
      await waitFor(() => expect(notice.get()).toBe('The next pages of the list lead here as well. Press again to look further.'))
      expect(pages).toEqual([2, 3, 4, 5, 6, 7])
      for (let turn = 0; turn < 5; turn++) await rest()
      expect(pages).toHaveLength(6)
      expect(walk().whyNot(1)).toBeNull()
    })

    test('finds the next record several pages away', async () => {
      await openFirst(36)
      await act(async () => walk().step(1))
      await onPageOf(6)
      expect(place()).toContain('36 of 300')
      expect(backHref()).toBe('/customers?page=4')
    })
  })

  test.each([
    ['each but the last of a page before more is fetched', 1],
    ['each before more is fetched', 0],
    ['with pages fetched long before', 7],
  ])('skips no record if visited ones leave the list: %s', async (_what, ahead) => {
    let left = Array.from({ length: 25 }, (_, index) => 25 - index)
    catchCalls((_path, query) => {
      // A page past the end returns the last one.
      const page = Math.min(Number(query.get('page')), Math.max(1, Math.ceil(left.length / 10)))
      return pageOf(
        left.slice((page - 1) * 10, page * 10).map((id) => aCustomerRow(id)),
        left.length,
        page,
      )
    })
    const client = createQueryClient()
    const reply = pageOf(
      left.slice(0, 10).map((id) => aCustomerRow(id)),
      25,
    )
    let now = walkOf(customersList, '/customers', {}, { ...reply, rows: [...reply.rows] })
    const visited: number[] = []
    for (let index = 0; index < now.rows.length; index++) {
      while (index + ahead >= now.rows.length - 1 && now.list?.hasMoreAfter) {
        if (ahead === 0) {
          left = left.filter((id) => id !== now.rows[index]?.id)
          await client.invalidateQueries()
        }
        now = (await withPage(client, now, 1)) ?? now
      }
      const id = now.rows[index]?.id ?? 0
      visited.push(id)
      left = left.filter((other) => other !== id)
      await client.invalidateQueries()
    }
    expect(visited).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
    expect(now.total).toBe('25')
  })
})

function stored() {
  return { title: 'Customers', list: null, rows: [{ id: 1, href: '/customers/1' }], first: 1, total: '1', at: 0 }
}
