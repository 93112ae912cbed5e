import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { walksOnScreen } from '../../../src/layout/commands/on-screen.ts'
import type { AppRoute } from '../../../src/layout/frame/app-route.tsx'
import { CustomerPage } from '../../../src/views/customer/customer-page.tsx'
import { createCustomerRoute } from '../../../src/views/customer/route.ts'
import { CustomersPage } from '../../../src/views/customers/customers-list.tsx'
import { createCustomersRoute } from '../../../src/views/customers/route.ts'
import { pageOf, renderConsole } from './console.tsx'
import { aCustomer, aCustomerRow } from './customer.ts'

/** A server with 25 customers, newest first. */
export function serve(path: string, query: URLSearchParams): unknown {
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

export const consoleAt = (address: string) =>
  renderConsole(address, (parent) => [
    createCustomersRoute(parent as AppRoute).update({ component: CustomersPage }),
    createCustomerRoute(parent as AppRoute).update({ component: CustomerPage }),
  ])

export const onPageOf = (id: number) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(`Customer ${id}`))
export const place = () => screen.getByRole('group', { name: 'Walk through Customers' }).textContent
export const backHref = () => screen.getByRole('navigation', { name: 'Breadcrumb' }).querySelector('a')?.getAttribute('href')
export const walk = () => {
  const [handle] = walksOnScreen.all()
  if (!handle) throw new Error('no walk on screen')
  return handle
}
