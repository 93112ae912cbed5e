import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider, useRouterState } from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { initialsOf } from '../../src/layout/kit/initials.ts'
import { Page } from '../../src/layout/list/page.tsx'

function Customers() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <>
      <Page title="Customers" />
      <output>{path}</output>
    </>
  )
}

/** A router with two views; the second loads only when `arrive` is called. */
function twoViews() {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const root = createRootRoute()
  const customers = createRoute({ getParentRoute: () => root, path: '/customers', component: Customers })
  const customer = createRoute({
    getParentRoute: () => root,
    path: '/customers/$id',
    loader: () => arrival,
    component: () => <Page title="Customer" heading="Ana Ruiz" />,
  })
  const qrs = createRoute({
    getParentRoute: () => root,
    path: '/qrs',
    component: () => (
      <Page title="QRs">
        <input ref={(input) => input?.focus()} aria-label="Search" />
      </Page>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([customers, customer, qrs]),
    history: createMemoryHistory({ initialEntries: ['/customers'] }),
    defaultPendingMs: 60_000,
  })
  return { router, arrive }
}

describe('Page', () => {
  // [1.1 tab title] [2.9 page title]
  test('sets the document title, and takes focus only after a navigation, once its view has loaded', async () => {
    const { router, arrive } = twoViews()
    render(<RouterProvider router={router} />)
    const list = await screen.findByRole('heading', { name: 'Customers' })
    expect(document.title).toBe('Customers | Quaydesk CRM')
    expect(document.activeElement).toBe(document.body)

    const navigation = router.navigate({ to: '/customers/$id', params: { id: '12' } })
    // The address is already the customer's, but the list is still shown while the next view loads.
    await screen.findByText('/customers/12')
    expect(document.activeElement).not.toBe(list)
    arrive()
    await navigation
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Ana Ruiz' }))
    expect(document.title).toBe('Customer | Quaydesk CRM')
  })

  test('keeps focus when the loading page is replaced by the loaded one', async () => {
    const root = createRootRoute()
    const list = createRoute({ getParentRoute: () => root, path: '/customers', component: () => <Page title="Customers" /> })
    const one = createRoute({ getParentRoute: () => root, path: '/customers/$id', component: Loaded })
    function Loaded() {
      const [isLoaded, setLoaded] = useState(false)
      return isLoaded ? (
        <section>
          <Page title="Ana Ruiz" />
        </section>
      ) : (
        <Page title="Customer #12">
          <button onClick={() => setLoaded(true)}>Load</button>
        </Page>
      )
    }
    const router = createRouter({
      routeTree: root.addChildren([list, one]),
      history: createMemoryHistory({ initialEntries: ['/customers'] }),
    })
    render(<RouterProvider router={router} />)
    await screen.findByRole('heading', { name: 'Customers' })
    await router.navigate({ to: '/customers/$id', params: { id: '12' } })
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Customer #12' }))
    fireEvent.click(screen.getByRole('button', { name: 'Load' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Ana Ruiz' })))
  })

  test('leaves focus on a field that already took it', async () => {
    const { router } = twoViews()
    render(<RouterProvider router={router} />)
    await screen.findByRole('heading', { name: 'Customers' })
    await router.navigate({ to: '/qrs' })
    expect(document.activeElement).toBe(await screen.findByLabelText('Search'))
  })
})

describe('initials', () => {
  test.each([
    ['Ana Ruiz', 'AR'],
    ['ana maría de la cruz', 'AC'],
    ['admin', 'A'],
    ['', ''],
    ['😀 Smile', '😀S'],
  ])('of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
})
