import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rememberRecord } from '../../src/layout/commands/recent.ts'
import '../../src/views/customers/customers-list.tsx'
import '../../src/views/payments/payments-page.tsx'
import '../../src/views/qrs/qrs-page.tsx'
import {
  chosenRow,
  customerRowOf,
  enterText,
  found,
  holdCalls,
  listOf,
  luis,
  openPalette,
  press,
  renderConsole,
  rows,
  user,
} from './palette-harness.tsx'

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened(target?: Parameters<typeof renderConsole>[0]) {
  const network = holdCalls()
  const console = await renderConsole(target)
  await openPalette()
  return { ...network, ...console }
}

const counted = (total: number) => {
  const page = listOf([])
  return { ...page, pagination: { ...page.pagination, total_results: total } }
}

describe('filters typed as words', () => {
  test('a row is selected at once, shows the count, and opens the filtered list on Enter', async () => {
    const { at, call } = await opened()
    enterText('unpaid customers in spain')
    expect(chosenRow()).toBe('Customers Status: canceled (unpaid) · Country: Spain')
    const count = await call(/GET \/customers\?.*perPage=1\b/)
    expect(Object.fromEntries(count.url.searchParams)).toMatchObject({ status: 'canceledByUnpaid', country: 'es' })
    await count.answer(counted(234))
    await waitFor(() => expect(chosenRow()).toContain('234 found'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers?status=canceledByUnpaid&country=es'))
  })

  test('a list is exported as its words filter it, from any page, by those who may', async () => {
    const { at, call } = await opened()
    const before = at()
    enterText('export customers in spain')
    expect(chosenRow()).toBe('Export as CSV: Customers · Country: Spain')
    press('Enter')
    const { url } = await call(/GET \/exports\/customers/)
    expect(url.searchParams.get('country')).toBe('es')
    expect(at()).toBe(before)
  })

  test('without the right to export, the word is not used', async () => {
    const { capabilities } = user
    try {
      user.capabilities = capabilities.filter((each) => each !== 'lists.export')
      await opened()
      enterText('export customers in spain')
      expect(chosenRow()).toBeNull()
      expect(rows()[0]).toContain('not used: export')
    } finally {
      user.capabilities = capabilities
    }
  })

  test('a remembered filter doesn’t narrow a typed one', async () => {
    const { at } = await opened()
    enterText('customers in spain')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers?status=any&country=es'))
  })

  test('no row comes and goes while a link is looked up as a QR code of ours', async () => {
    const { call } = await opened()
    enterText('https://qr.example.com/aB3xYz')
    const own = await call(/GET \/qrs.*searchMode=uri/)
    expect(rows()).toEqual([])
    await own.answer(listOf([]))
    await waitFor(() => expect(rows()[0]).toBe('QR codes Leads to qr.example.com/ab3xyz'))
  })

  test('Ctrl+Enter opens the list in a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await opened()
    enterText('canceled last month')
    press('ArrowDown')
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(String(open.mock.calls[0]?.[0])).toContain('/payments?'))
    expect(String(open.mock.calls[0]?.[0])).toContain('stripePaymentIntentStatus=canceled')
  })

  test('a single word lets a record that starts with it come first', async () => {
    const { at, call } = await opened()
    enterText('spain')
    expect(chosenRow()).toBeNull()
    await (await call(/qrs\?searchTerm=spain.*uri.*exact/)).answer(listOf([]))
    await (await call(/customers\/search/)).answer(found([customerRowOf(9, 'Spain Travel', 'a@b.es')]))
    await waitFor(() => expect(chosenRow()).toContain('Spain Travel'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/9'))
  })

  test('a single word opens its list if no record starts with it', async () => {
    const { at, call } = await opened()
    enterText('unpaid')
    await (await call(/qrs\?searchTerm=unpaid.*uri.*exact/)).answer(listOf([]))
    await (await call(/customers\/search/)).answer(found([]))
    await waitFor(() => expect(chosenRow()).toContain('Status: canceled (unpaid)'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers?status=canceledByUnpaid'))
  })

  test('a recently opened record whose name only begins so comes after the list', async () => {
    rememberRecord(user.id, { type: 'customer', id: 3, label: 'Unpaid Customers Ltd', detail: 'x@y.es', href: '/customers/3' })
    await opened()
    enterText('unpaid customers')
    expect(chosenRow()).toContain('Status: canceled (unpaid)')
    expect(rows()[1]).toContain('Unpaid Customers Ltd')
  })

  test('unrecognised words are shown, and no row is selected', async () => {
    const { at } = await opened()
    enterText('unpaid customers carvajal2')
    expect(rows()[0]).toBe('Customers Status: canceled (unpaid)not used: carvajal2')
    expect(chosenRow()).toBeNull()
    press('Enter')
    expect(at()).toBe('/start')
  })

  test('the row stays selected if counting fails', async () => {
    const { call } = await opened()
    enterText('unpaid customers')
    await (await call(/GET \/customers\?.*perPage=1\b/)).fail(500, 'Broken')
    expect(chosenRow()).toBe('Customers Status: canceled (unpaid)')
  })

  test('commands for the current record stay first', async () => {
    await opened(luis)
    enterText('cancel')
    expect(chosenRow()).toContain('Cancel')
    expect(screen.queryByText('Lists')).toBeNull()
  })
})
