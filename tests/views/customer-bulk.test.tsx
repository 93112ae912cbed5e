import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { paginate } from '../../src/contract/list.ts'
import { menuState } from '../../src/layout/commands/menu-state.ts'
import { ListPage } from '../../src/layout/list/list-page.tsx'
import { readListSearch } from '../../src/layout/list/list-search.ts'
import { customersList } from '../../src/views/customers/customers-list.tsx'
import { customersSearch } from '../../src/views/customers/search.ts'
import { press, renderConsole } from './palette-harness.tsx'
import { aCustomerRow } from './support/customer.ts'
import { type Sent, serve } from './support/serve.ts'

/** The customers in the list now. */
let present = [1, 2, 3]
/** What is so of the first of them, and of all the others. */
let [first, others]: Partial<CustomerRow>[] = []
beforeEach(() => {
  present = [1, 2, 3]
  first = { banned: true, whitelisted: true }
  others = { subscriptionStatus: 'trialing', stripeCustomerId: 'cus_1' }
})

const nameOf = (id: number) => `Customer ${id}`
const answer = ({ path, body }: Sent) => {
  if (path === '/customers/ids') return { ids: present, total: present.length }
  if (path === '/customers/bulk/preview') {
    const rows = (body?.ids ?? []).map((id) => ({ id, name: nameOf(id), uri: `c${id}@example.com`, refusal: null, version: 4 }))
    return { rows }
  }
  if (path === '/customers/bulk') return { rows: (body?.ids ?? []).map((id) => ({ id, refusal: null })) }
  if (path === '/undo/batch') return { undone: 2, kept: [] }
  if (path !== '/customers') return []
  const rows = present.map((id) => aCustomerRow(id, { ...others, ...(id === 1 && first) }))
  return { rows, pagination: paginate({ page: 1, perPage: 10 }, present.length) }
}

const renderCustomers = () =>
  renderConsole(null, <ListPage list={customersList} />, undefined, (raw) => readListSearch(customersSearch, raw))
const tap = (key: string, over: Partial<KeyboardEventInit> = {}) => act(async () => void press(key, over))
const bar = () => screen.findByRole('region', { name: 'Selected rows' })
const box = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`^Select ${nameOf(id)}`) })

/** Selects the first two customers and leaves the focus on the third. */
async function selectTwo() {
  const server = serve(answer)
  await renderCustomers()
  await screen.findAllByText(nameOf(1))
  await tap('j')
  await tap('x')
  await tap('j')
  await tap('X', { shiftKey: true })
  await tap('j')
  expect(await within(await bar()).findByText('2 selected')).toBeDefined()
  return server
}

describe('selecting customers [1.7 customers bulk]', () => {
  test('shows the bar in place of the footer, with the ways to other pages', async () => {
    present = Array.from({ length: 25 }, (_, index) => index + 1)
    await selectTwo()
    expect(screen.getAllByRole('navigation', { name: 'Pages' })).toHaveLength(1)
    expect(within(await bar()).getByRole('button', { name: 'Next page' })).toBeDefined()
    expect(screen.queryByLabelText('a page')).toBeNull()
    await tap('Escape')
    expect(screen.getByLabelText('a page')).toBeDefined()
  })

  test('an action’s key previews it for the selection; one Enter runs it and one press undoes it', async () => {
    const server = await selectTwo()
    await tap('a')
    await tap('b')
    const doIt = await screen.findByRole('button', { name: 'Ban 2 customers' })
    await waitFor(() => expect(document.activeElement).toBe(doIt))
    expect(doIt.dataset['variant']).toBe('primary')
    expect(screen.getByRole('dialog', { name: 'Ban: 2 customers' })).toBeDefined()
    expect(server.to('/customers/bulk')).toEqual([])
    fireEvent.keyDown(doIt, { key: 'Enter', repeat: true })
    expect(server.to('/customers/bulk')).toEqual([])
    fireEvent.keyDown(doIt, { key: 'Enter' })
    await screen.findByText('2 customers banned.')
    expect(server.to('/customers/bulk').map(({ body }) => body)).toMatchObject([{ change: { action: 'ban' }, ids: [1, 2] }])
    fireEvent.click(screen.getByRole('button', { name: 'Undo all' }))
    await screen.findByText('Undone for 2 customers.')
  })

  test('Ctrl Z on the outcome undoes all of it, once', async () => {
    const server = await selectTwo()
    await tap('a')
    await tap('b')
    const doIt = await screen.findByRole('button', { name: 'Ban 2 customers' })
    const undo = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'z', ctrlKey: true })
    undo()
    fireEvent.click(doIt)
    await screen.findByText('2 customers banned.')
    undo()
    await screen.findByText('Undone for 2 customers.')
    undo()
    expect(server.to('/undo/batch')).toHaveLength(1)
  })

  test('a final action says so and needs Ctrl+Enter', async () => {
    const server = await selectTwo()
    await tap('s')
    await tap('t')
    const days = await screen.findByLabelText(/Days/)
    fireEvent.change(days, { target: { value: '7' } })
    fireEvent.keyDown(days, { key: 'Enter' })
    const doIt = await screen.findByRole('button', { name: /^Extend 2 trials by 7 days/ })
    expect(screen.getByText('Can’t be undone.')).toBeDefined()
    expect(document.activeElement).not.toBe(doIt)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
    expect(server.to('/customers/bulk')).toEqual([])
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true })
    await screen.findByText('2 customers given 7 days more of trial.')
    expect(server.to('/customers/bulk')[0]?.body).toMatchObject({
      change: { action: 'extend-trial', days: 7 },
      ids: [1, 2],
      versions: [4, 4],
    })
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  })

  test('the key of a single-row action says why it is unavailable and leaves the focused row alone [2.7 selection keys]', async () => {
    const server = await selectTwo()
    const before = server.sent.length
    await tap('s')
    await tap('x')
    expect((await screen.findAllByText(/This works on one row, but there is a selection: 2 customers/)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sent).toHaveLength(before)
  })

  test('the row menu and the Actions button both open the selection’s menu', async () => {
    await selectTwo()
    await tap('.')
    const menu = await screen.findByRole('menu', { name: 'Actions: 2 customers' })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.dataset['title']),
    ).toEqual(['add a note', 'whitelist', 'remove from the whitelist', 'ban', 'unban', 'extend trial', 'sync', 'export 2 selected'])
    act(() => menuState.set(null))
    expect(screen.queryByText(/Not possible now/)).toBeNull()
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Actions' }))
    expect(await screen.findByRole('menu', { name: 'Actions: 2 customers' })).toBeDefined()
  })

  test('what no selected customer allows is not possible now', async () => {
    first = {}
    others = {}
    await selectTwo()
    await tap('.')
    const menu = await screen.findByRole('menu', { name: 'Actions: 2 customers' })
    fireEvent.click(within(menu).getByText('Not possible now (4)'))
    expect(within(menu).getByRole('menuitem', { name: /^Unban/ }).textContent).toContain('Not banned')
  })

  test('the palette opens on the selection', async () => {
    await selectTwo()
    await tap('k', { ctrlKey: true })
    const list = await screen.findByRole('listbox')
    const options = within(list).getAllByRole('option')
    expect(options[0]?.textContent).toContain('Add a note')
    expect(within(list).getByText('Selected: 2 customers')).toBeDefined()
  })

  test('Shift+click selects a range, and rows that leave the list are deselected', async () => {
    serve(answer)
    const { client } = await renderCustomers()
    await screen.findAllByText(nameOf(1))
    fireEvent.click(box(1))
    fireEvent.click(box(3), { shiftKey: true })
    expect(await within(await bar()).findByText('3 selected')).toBeDefined()
    present = [1, 3]
    await act(() => client.invalidateQueries({ queryKey: ['customers'] }))
    await screen.findByText('2 selected')
    present = []
    await act(() => client.invalidateQueries({ queryKey: ['customers'] }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
  })
})
