import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Target } from '../../src/commands/engine/targets.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import { useCurrentTarget } from '../../src/layout/commands/use-commands.ts'
import { createStore, useStore } from '../../src/layout/kit/store.ts'
import {
  anaFound,
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
} from './palette-harness.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const notFound = (call: { fail: (status: number, message: string) => Promise<void> }) => call.fail(404, 'Not found')

describe('paste and Enter', () => {
  test('opens the customer with the pasted e-mail', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    await (await call(/find\/ana/)).answer(anaFound)
    await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz'))
    expect(chosenRow()).toContain('exact e-mail')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/8812'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('Enter pressed before the response waits for it and runs no command', async () => {
    const { call, calls } = holdCalls()
    const { at } = await renderConsole(luis)
    await openPalette()
    enterText('ana@cafesol.es')
    press('Enter')
    expect(screen.getByRole('combobox')).toBe(document.activeElement)
    expect(at()).toBe('/start')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await (await call(/find\/ana/)).answer(anaFound)
    await waitFor(() => expect(at()).toBe('/customers/8812'))
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  test.each(['x', 'Backspace', 'ArrowDown'])('%s cancels the pending Enter', async (key) => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    press('Enter')
    press(key)
    await (await call(/find\/ana/)).answer(anaFound)
    await waitFor(() => expect(rows().join()).toContain('Ana Ruiz'))
    expect(at()).toBe('/start')
  })

  test('a pending Enter with no match says so and stays open', async () => {
    const { call, calls } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('nobody@cafesol.es')
    press('Enter')
    await notFound(await call(/find\/nobody/))
    // Nor is it a colleague's, an invited person's or a reporter's.
    await waitFor(async () => {
      for (const open of calls.filter(({ isOpen }) => isOpen)) await open.answer(listOf([]))
      expect(screen.queryByText(/^No exact match/)).not.toBeNull()
    })
    expect(at()).toBe('/start')
    expect(screen.getByRole('combobox')).toBe(document.activeElement)
  })

  test('a link to a customer of this console opens that customer', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText(`${window.location.origin}/customers/8812`)
    press('Enter')
    await (await call(/find\/8812/)).answer(anaFound)
    await waitFor(() => expect(at()).toBe('/customers/8812'))
  })

  test('a customer id takes precedence over an invoice with that id, whichever responds first', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('8812')
    await (await call(/GET \/invoices/)).answer(listOf([{ id: 8812, createdAt: 1_700_000_000, link: 'f', customer: 3 }]))
    await waitFor(() => expect(rows().join()).toContain('Invoice 8812'))
    expect(chosenRow()).toBeNull()
    press('Enter')
    await (await call(/find\/8812/)).answer(anaFound)
    await waitFor(() => expect(at()).toBe('/customers/8812'))
  })

  test('opens the invoice if no customer has the id', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('8812')
    press('Enter')
    await (await call(/GET \/invoices/)).answer(listOf([{ id: 8812, createdAt: 1_700_000_000, link: 'f', customer: 3 }]))
    expect(at()).toBe('/start')
    await notFound(await call(/find\/8812/))
    await waitFor(() => expect(at()).toBe('/invoices?invoiceId=8812&panel=invoice-8812'))
  })

  test('a full QR link opens the QR list filtered by its uri', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('https://qr.example.com/aB3xYz')
    press('Enter')
    const qr = {
      id: 4,
      name: 'Menu',
      uri: 'aB3xYz',
      type: 'menu',
      createdAt: 1,
      updatedAt: 1,
      scans: 0,
      visits: 0,
      virus: false,
      status: 1,
    }
    const rest = { stopped: 0, user: 3, whitelisted: false, content: { url: null }, qrUri: 'https://qr.example.com/aB3xYz', version: 1 }
    await (await call(/qrs\?.*aB3xYz.*exactSearch=true/)).answer(listOf([{ ...qr, ...rest }]))
    await waitFor(() => expect(at()).toBe(`/qrs?searchTerm=aB3xYz&searchMode=uri&exactSearch=true&panel=qr-${qr.id}`))
  })

  test('Ctrl+Enter opens a new tab', async () => {
    const { call } = holdCalls()
    const open = vi.fn<typeof window.open>()
    vi.stubGlobal('open', open)
    const { at } = await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    await (await call(/find\/ana/)).answer(anaFound)
    await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz'))
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(open).toHaveBeenCalledWith('/customers/8812', '_blank', expect.any(String)))
    expect(at()).toBe('/start')
  })
})

describe('late responses', () => {
  test('a request for replaced text is aborted and its response never shown', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    const first = await call(/find\/ana/)
    enterText('bea@cafesol.es')
    const second = await call(/find\/bea/)
    await waitFor(() => expect(first.signal?.aborted).toBe(true))
    await second.answer({ ...anaFound, id: 9, firstname: 'Bea' })
    await first.answer(anaFound)
    await waitFor(() => expect(chosenRow()).toContain('Bea Ruiz'))
    expect(rows().join()).not.toContain('Ana Ruiz')
  })

  test('the user’s selection stays when records arrive', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('copy')
    press('ArrowDown')
    const chosen = chosenRow()
    expect(chosen).toContain('Copy id')
    await (await call(/customers\/search\?term=copy/)).answer(found([customerRowOf(1, 'Copy Shop', 'c@copy.es')]))
    await waitFor(() => expect(rows().join()).toContain('Copy Shop'))
    expect(chosenRow()).toBe(chosen)
  })

  test('an initially selected command stays selected and first', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('ban')
    expect(chosenRow()).toContain('Ban Luis Prat')
    await (await call(/customers\/search/)).answer(found([customerRowOf(1, 'Ban Kimoon', 'ban@un.org')]))
    await waitFor(() => expect(rows().join()).toContain('Ban Kimoon'))
    expect(chosenRow()).toContain('Ban Luis Prat')
    expect(rows()[0]).toContain('Ban Luis Prat')
  })

  test('typing only the name of the customer on screen matches the record, not a command', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('luis prat')
    await (await call(/customers\/search/)).answer(found([customerRowOf(1, 'Luis Prat', 'luis@cafe.es')]))
    await waitFor(() => expect(chosenRow()).toContain('luis@cafe.es'))
    expect(rows()[0]).not.toContain('Ban')
    enterText('ban luis')
    await waitFor(() => expect(chosenRow()).toContain('Ban Luis Prat'))
  })

  test('‘unban’ on somebody who isn’t banned says so, and never offers the ban', async () => {
    holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('unban')
    await waitFor(() => expect(chosenRow()).toContain('Unban Luis Pratunavailable: Not banned'))
    expect(rows().join()).not.toContain('Ban Luis')
    press('Enter')
    await screen.findByText('Unavailable: Not banned.')
    expect(questions.get()).toEqual([])
  })

  test('commands wait for neither the debounce nor the network', async () => {
    holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('invoices')
    expect(chosenRow()).toContain('Invoices')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/invoices'))
  })

  test('free text is searched once typing pauses for 150 ms', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    await openPalette()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    enterText('Ana R')
    act(() => void vi.advanceTimersByTime(100))
    enterText('Ana Ruiz')
    act(() => void vi.advanceTimersByTime(149))
    expect(calls).toEqual([])
    await act(async () => {
      vi.advanceTimersByTime(1)
      await Promise.resolve()
    })
    expect(calls.map(({ path, url }) => `${path}${decodeURIComponent(url.search)}`)).toEqual([
      '/customers/search?term=Ana+Ruiz&limit=6',
      '/qrs?searchTerm=Ana+Ruiz&searchMode=name&perPage=6',
      '/users?search=Ana+Ruiz&perPage=50&sortField=name',
      '/qrs/folders?sort=name&sortDirection=asc&name=Ana+Ruiz&perPage=6',
      '/qrs/folders?sort=name&sortDirection=asc&searchTerm=Ana+Ruiz&perPage=20',
    ])
  })
})

describe('opened while the record on screen is still loading', () => {
  const onPage = createStore<Target | null>(null)
  beforeEach(() => onPage.set(null))
  const arrive = (record: Target) => act(() => onPage.set(record))

  function Arriving() {
    const target = useStore(onPage)
    useCurrentTarget(target, target === null)
    return null
  }

  test('offers the record’s actions once it loads and keeps the text typed so far', async () => {
    holdCalls()
    await renderConsole(null, <Arriving />)
    const input = await openPalette()
    enterText('ban')
    expect(rows().join()).not.toContain('Ban Luis Prat')
    arrive(luis)
    await waitFor(() => expect(chosenRow()).toContain('Ban Luis Prat'))
    expect(input.value).toBe('ban')
  })

  test('does not interrupt a user who is already choosing a customer', async () => {
    holdCalls()
    await renderConsole(null, <Arriving />)
    await openPalette()
    enterText('extend trial 7')
    await waitFor(() => expect(chosenRow()).toContain('Extend trial'))
    press('Enter')
    await screen.findByText('Choose the customer')
    enterText('ana@')
    arrive(luis)
    expect(screen.getByText('Choose the customer')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('ana@')
    press('Escape')
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('extend trial 7')
    await waitFor(() => expect(rows().join()).toContain('Luis Prat'))
  })
})

test('a failed lookup is reported, can be retried and does not affect the others', async () => {
  const { call, calls } = holdCalls()
  await renderConsole()
  await openPalette()
  enterText('8812')
  await (await call(/find\/8812/)).answer(anaFound)
  await (await call(/GET \/invoices/)).fail(500, 'Broken')
  await waitFor(() => expect(rows().join()).toContain('could not be searched'))
  expect(chosenRow()).toContain('Ana Ruiz')
  const before = calls.length
  fireEvent.click(screen.getByText(/could not be searched/))
  await waitFor(() => expect(calls.length).toBe(before + 1))
  await (await call(/GET \/invoices/)).answer(listOf([{ id: 8812, createdAt: 1_700_000_000, link: 'f', customer: 3 }]))
  await waitFor(() => expect(rows().join()).toContain('Invoice 8812'))
  expect(rows().join()).not.toContain('could not be searched')
})

test('a blocked command can be selected, but Enter only says why', async () => {
  holdCalls()
  const { at } = await renderConsole({
    type: 'qr',
    record: {
      id: 1,
      name: '',
      type: 'url',
      uri: 'x',
      user: 1,
      qrUri: 'javascript:1',
      content: { url: null },
      status: 1,
      stopped: 0,
      whitelisted: false,
      version: 1,
    },
  })
  await openPalette()
  enterText('public link new tab')
  expect(chosenRow()).toContain('unavailable: Not a web address.')
  press('Enter')
  await screen.findByText('Unavailable: Not a web address.')
  expect(at()).toBe('/start')
  expect(screen.getByRole('combobox')).toBe(document.activeElement)
})

test('the input references its listbox and active row from the start', async () => {
  holdCalls()
  await renderConsole()
  const input = await openPalette()
  const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(document.getElementById(input.getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
  await waitFor(() => expect(active()).toBe(chosenRow()))
  press('ArrowDown')
  expect(active()).toBe(rows()[1])
})
