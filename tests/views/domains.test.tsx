import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { choicesIn, openFilter } from './support/filters.ts'

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const header = (name: string) => within(screen.getByRole('columnheader', { name }))

/** Types, then compares the requests just before and just after the debounce time. */
async function searchesAfter(milliseconds: number, box: HTMLElement, asked: readonly unknown[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(box, { target: { value: ' shop ' } })
  await act(async () => vi.advanceTimersByTimeAsync(milliseconds - 1))
  expect(asked).toHaveLength(0)
  await act(async () => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await waitFor(() => expect(asked).toHaveLength(1))
}

describe('blocked domains', () => {
  const row = { id: 5, domain: 'shop.example', createdAt: 1_781_510_400 }
  // [2.2 blacklist] [2.2 domain columns] [2.3 listed domain] [2.9 security sort]
  test('are listed newest first with their time, and can be sorted by both columns', async () => {
    const asked = catchCalls()
    await openScreen('/security/domain-blacklist', user)
    expect(asked[0]?.path).toBe('/blacklisted-domains')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ page: '1', perPage: '10', sort: 'createdAt', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([row]))
    expect(headers()).toEqual(['Domain', 'Created', 'Actions'])
    expect(screen.getByRole('row', { name: /shop\.example/ }).textContent).toContain('15-06-2026 10:00:00')
    for (const name of ['Domain', 'Created']) expect(header(name).queryByRole('button')).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Add' })).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Actions: shop.example' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '')
    expect(items.some((text) => text.startsWith('Edit')) && items.some((text) => text.startsWith('Remove'))).toBe(true)
  })

  test('are searched by the trimmed term 400 ms after typing stops [2.2 domain list search] [2.9 security search delay]', async () => {
    const asked = catchCalls((_path, query) => (query.has('searchTerm') ? undefined : pageOf([row])))
    await openScreen('/security/domain-blacklist', user)
    await searchesAfter(400, await screen.findByLabelText('Search blocked domains'), asked)
    expect(asked[0]?.query.get('searchTerm')).toBe('shop')
  })
})

describe('adding an allowed domain', () => {
  // [2.2 whitelist] [2.2 domain dialog] [R46 dialog]
  test.each([
    ['domain_already_exists', 'The domain is already whitelisted'],
    ['conflict', 'twice.example is a blocked domain: remove it there first.'],
  ])('closes the dialog on a refusal (%s), shows the reason and keeps the input', async (error, message) => {
    const asked = catchCalls((_path, query) => (query.has('page') ? pageOf([]) : undefined))
    await openScreen('/security/domain-whitelist', user)
    const openField = async () => {
      fireEvent.click((await screen.findAllByRole('button', { name: 'Add' }))[0] as HTMLElement)
      return within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>('Domain')
    }
    fireEvent.change(await openField(), { target: { value: 'TWICE.example' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    await asked[0]?.answer({ statusCode: 409, error, message }, 409)
    await screen.findByText(new RegExp(message))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await openField()).value).toBe('TWICE.example')
  })
})

describe('removing a blocked domain [2.2 remove domain]', () => {
  const removing = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: shop.example' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove/ }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove shop.example?' }))
    expect(question.queryByRole('button', { name: 'No' })).not.toBeNull()
    fireEvent.click(question.getByRole('button', { name: 'Yes, remove' }))
  }

  test('removes nothing after No', async () => {
    const asked = catchCalls((path) =>
      path === '/blacklisted-domains' ? pageOf([{ id: 5, domain: 'shop.example', createdAt: 1 }]) : undefined,
    )
    await openScreen('/security/domain-blacklist', user)
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: shop.example' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove/ }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked).toEqual([])
  })

  // [2.4 back to page 1] [2.8 remove domain]
  test('closes the dialog with an error on failure, and reloads the list from page 1 on success', async () => {
    const lists: string[] = []
    const asked = catchCalls((path, query) => {
      if (path !== '/blacklisted-domains') return undefined
      lists.push(query.get('page') ?? '')
      return pageOf([{ id: 5, domain: 'shop.example', createdAt: 1_781_510_400 }], 25, Number(query.get('page')))
    })
    const { address } = await openScreen('/security/domain-blacklist?page=2', user)
    await removing()
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/blacklisted-domains/5']))
    await asked[0]?.answer({ statusCode: 500, error: 'server_error', message: 'Broken.' }, 500)
    await screen.findByText('The domain could not be removed.')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(address()).toBe('/security/domain-blacklist?page=2')
    await removing()
    await waitFor(() => expect(asked).toHaveLength(2))
    await asked[1]?.answer({ success: true, auditId: 5, undoable: true })
    await screen.findByText('Removed: shop.example.')
    await waitFor(() => expect(address()).toBe('/security/domain-blacklist'))
    await waitFor(() => expect(lists.at(-1)).toBe('1'))
  })
})

describe('customer domains', () => {
  const row = { id: 6, hostname: 'qr.cafesol.es', status: 'active', certificate: 'issued', createdAt: 1_781_510_400, main: true, user: 7 }
  // [2.2 domains columns] [2.2 domains customer] [2.3 domain created]
  test('are listed newest first, mark the main one, and open their customer in a new tab', async () => {
    const asked = catchCalls()
    await openScreen('/customers/domains', user)
    expect(asked[0]?.path).toBe('/customers/domains')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ page: '1', perPage: '10', sortField: 'id', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([row, { ...row, id: 5, hostname: 'go.cafesol.es', main: false }]))
    expect(headers()).toEqual(['Id', 'Hostname', 'Status', 'Certificate', 'Created', 'Main', 'Actions'])
    expect(screen.getByRole('row', { name: /qr\.cafesol/ }).textContent).toContain('15/06/2026 10:00')
    expect(screen.getAllByLabelText('Main domain')).toHaveLength(1)
    const link = screen.getByRole('link', { name: 'qr.cafesol.es: open its customer in a new tab' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/customers/7', '_blank'])
  })

  // [2.2 domains filter] [2.4 domain statuses] [2.4 domain filter]
  test('are filtered by status or All, and the browser remembers the choice', async () => {
    catchCalls(() => pageOf([row]))
    const { address } = await openScreen('/customers/domains', user)
    await screen.findByRole('search')
    const panel = await openFilter('Status')
    expect(choicesIn(panel)).toEqual(['All', 'active', 'blocked', 'deleted', 'moved', 'pending'])
    fireEvent.click(panel.getByRole('option', { name: 'moved' }))
    await waitFor(() => expect(address()).toBe('/customers/domains?status=moved'))
    expect(window.localStorage.getItem('config.domainStatusFilter')).toBe('moved')
    cleanup()
    const again = catchCalls()
    await openScreen('/customers/domains', user)
    expect(again[0]?.query.get('status')).toBe('moved')
  })

  test('are searched by the trimmed term 500 ms after typing stops [2.2 domains search] [2.9 search delay]', async () => {
    const asked = catchCalls((_path, query) => (query.has('searchTerm') ? undefined : pageOf([row])))
    await openScreen('/customers/domains', user)
    await searchesAfter(500, await screen.findByLabelText('Search customer domains'), asked)
    expect(asked[0]?.query.get('searchTerm')).toBe('shop')
  })
  test('show an error and can be retried if loading fails [2.8 domains not loaded]', async () => {
    let isDown = true
    const asked = catchCalls(() => (isDown ? undefined : pageOf([row])))
    await openScreen('/customers/domains', user)
    await asked[0]?.answer({ statusCode: 500, error: 'server_error', message: 'Broken.' }, 500)
    expect((await screen.findByRole('alert')).textContent).toContain('Load error, try again')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('row', { name: /qr\.cafesol/ })
  })
})
