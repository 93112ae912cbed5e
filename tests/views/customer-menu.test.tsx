import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageOf } from './support/console.tsx'
import { customerAt, serveCustomer } from './support/customer-page.tsx'

test('an item that needs the payments says its reason in its place once they are loaded', async () => {
  // A tall window's page loads more rows than the command itself would.
  window.localStorage.setItem('paymentsEntries', '20')
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  serveCustomer({}, async (path) => {
    if (path !== '/payments') return undefined
    await loaded
    return { body: pageOf([], 0, 1, 20) }
  })
  await customerAt('/customers/8812')
  fireEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  const items = () => screen.getAllByRole('menuitem')
  const refund = () => screen.getByRole('menuitem', { name: /^Refund the last payment/ })
  const before = items().map(({ dataset }) => dataset['title'])
  expect(refund().getAttribute('aria-disabled')).toBe('false')
  load()
  await waitFor(() => expect(refund().textContent).toContain('unavailable: Nothing to refund'))
  expect(refund().getAttribute('aria-disabled')).toBe('true')
  expect(items().map(({ dataset }) => dataset['title'])).toEqual(before)
})

test('groups what can be done by kind, most used first, and says which', async () => {
  serveCustomer({})
  await customerAt('/customers/8812')
  fireEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  const menu = within(screen.getByRole('menu'))
  const kinds = menu.getAllByRole('group').map((group) => [group.getAttribute('aria-label'), group.firstElementChild?.textContent])
  expect(kinds.slice(0, 4)).toEqual(['Customer', 'Account', 'QR codes', 'Personal data'].map((kind) => [kind, kind]))
  const [own] = menu.getAllByRole('group')
  expect(own?.querySelector('[role=menuitem]')?.textContent).toMatch(/note/)
})

test('what cannot be undone is the last that can be done', async () => {
  serveCustomer({ status: 'canceled', subscriptionStatus: 'canceled' })
  await customerAt('/customers/8812')
  fireEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  const titles = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  const last = titles.findIndex((title) => title?.startsWith('Erase personal data'))
  expect(titles[last + 1]).toMatch(/^Not possible now/)
})
