import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anaFound, chosenRow, enterText, holdCalls, listOf, luis, openPalette, press, renderConsole, rows } from './palette-harness.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const notFound = (call: { fail: (status: number, message: string) => Promise<void> }) => call.fail(404, 'Not found')

describe('paste and Enter', () => {
  test('opens the customer with the pasted email', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    await (await call(/find\/ana/)).answer(anaFound)
    await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz'))
    expect(chosenRow()).toContain('exact email')
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
