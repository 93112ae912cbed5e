import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client.ts'
import { listsOnScreen, walksOnScreen } from '../../src/layout/commands/on-screen.ts'
import { withPage } from '../../src/layout/list/walk/more-rows.ts'
import { setWalk, startWalk, walkNow } from '../../src/layout/list/walk/walk.ts'
import { walkOf } from '../../src/layout/list/walk/walk-pages.ts'
import { endVisit } from '../../src/layout/session/visit.ts'
import { customersList } from '../../src/views/customers/customers-list.tsx'
import { catchCalls, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { backHref, consoleAt, onPageOf, place, serve, walk } from './support/list-walk.ts'

const gone = { statusCode: 404, error: 'not_found', message: 'Not found' }

/** Opens the row at an index with the list's keys. */
async function openRow(index: number) {
  await waitFor(() => expect(listsOnScreen.all()[0]?.isEmpty).toBe(false))
  for (let step = 0; step <= index; step++) await act(async () => listsOnScreen.all()[0]?.move(1))
  await act(async () => listsOnScreen.all()[0]?.open(false))
}

describe('a walk through a list', () => {
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
    expect(document.activeElement?.getAttribute('aria-describedby')).toContain('place')
    expect(document.getElementById('place')?.textContent).toBe('4 of 25')
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
    expect(walk().whyNot(1)).toBe('This is the last in the list.')
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
    expect(walk().whyNot(-1)).toBe('This is the first in the list.')
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
