import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { openFilter } from './support/filters.ts'

/** The table shows a different customer than the suggestions. */
const serve = (path: string, query: URLSearchParams) =>
  path === '/customers/countries' ? [] : pageOf(query.has('sort') ? [aCustomerRow(90)] : found)

const found = [aCustomerRow(12, { fullName: 'Ana Ruiz', companyName: 'Café Sol' }), aCustomerRow(11, { fullName: 'Morgana Reis' })]

describe('suggestions', () => {
  const type = async (text: string) => {
    const box = screen.getByLabelText('Search customers')
    box.focus()
    fireEvent.change(box, { target: { value: text } })
    return box
  }

  test('appear in normal mode, and open the customer by keyboard [1.2 suggestions]', async () => {
    catchCalls(serve)
    const { address } = await openScreen('/customers?exactSearch=false')
    const box = await type('ana')
    await waitFor(() => expect(screen.getAllByRole('option').filter((option) => option.tagName !== 'OPTION')).toHaveLength(2), {
      timeout: 2000,
    })
    expect(box.getAttribute('aria-expanded')).toBe('true')
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    const active = document.querySelector(`#${CSS.escape(box.getAttribute('aria-activedescendant') ?? '')}`)
    expect(active?.textContent).toContain('Ana Ruiz — Café Sol')
    expect(active?.getAttribute('aria-selected')).toBe('true')
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }))
    await waitFor(() => expect(address()).toBe('/customers/12'))
  })

  test('close on Escape, and Enter searches if none is selected', async () => {
    catchCalls(serve)
    const { address } = await openScreen('/customers?exactSearch=false')
    const box = await type('ana')
    await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('true'))
    fireEvent.keyDown(box, { key: 'Escape' })
    expect(box.getAttribute('aria-expanded')).toBe('false')
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(address()).toBe('/customers?searchTerm=ana&exactSearch=false')
  })

  test('stay while the table shows the same customers, until the field is left', async () => {
    catchCalls((path) => (path === '/customers/countries' ? [] : pageOf(found)))
    await openScreen('/customers?exactSearch=false')
    const box = await type('ana')
    await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('true'))
    expect(within(screen.getByRole('table')).queryByText('Morgana Reis')).not.toBeNull()
    expect(within(screen.getByRole('listbox', { name: 'Suggestions' })).queryByText('Morgana Reis')).not.toBeNull()
    fireEvent.blur(box)
    expect(box.getAttribute('aria-expanded')).toBe('false')
  })

  test('do not appear in exact mode', async () => {
    catchCalls((path) => (path === '/customers/countries' ? [] : pageOf(found)))
    const { address } = await openScreen('/customers')
    const box = await type('ana')
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(address()).toBe('/customers?searchTerm=ana'))
    expect(box.getAttribute('aria-expanded')).toBe('false')
  })

  test('show an error toast if loading fails [1.8 suggestions failed]', async () => {
    catchCalls((path) => (path === '/customers/countries' ? [] : pageOf(found)))
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input.includes('exactSearch=false') && !input.includes('sort=')
        ? Promise.resolve(new Response('', { status: 500 }))
        : answer(input, init),
    )
    await openScreen('/customers?exactSearch=false&searchTerm=ana')
    await screen.findByText('Error!, try again.')
  })
})

describe('the invoice search', () => {
  test('keeps an invalid id in the box and shows an error', async () => {
    catchCalls(() => pageOf([]))
    const { address } = await openScreen('/invoices')
    const box = await screen.findByLabelText<HTMLInputElement>('Search invoices by id')
    fireEvent.change(box, { target: { value: 'abc' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('An invoice id is a whole number.')
    expect(box.value).toBe('abc')
    expect(address()).toBe('/invoices')
    fireEvent.change(box, { target: { value: '12' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(address()).toBe('/invoices?invoiceId=12'))
    const panel = await openFilter('Month')
    expect(panel.queryByText('Ids are searched for in all months.')).not.toBeNull()
    expect(panel.queryAllByRole('option')).toEqual([])
  })
})
