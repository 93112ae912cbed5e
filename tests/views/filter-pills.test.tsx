import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rangeOfDays } from '../../src/layout/kit/date-range/range.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { openFilter, pill, pillText, removeFilter, setFilters } from './support/filters.ts'
import { list } from './support/list-page.ts'

async function open(address = '/customers') {
  catchCalls((path) => (path === '/customers/countries' ? ['es', 'fr'] : pageOf([aCustomerRow(12)])))
  const shown = await openScreen(address)
  await screen.findByRole('link', { name: /^Open .* in a new tab$/ })
  return shown
}

const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const active = () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent
const type = (text: string) => fireEvent.change(document.activeElement as HTMLInputElement, { target: { value: text } })

/** Opens the choice among all filters, as its key does, from a row. */
async function openAll() {
  const row = screen.getByRole('link', { name: /^Customer 12/ })
  row.focus()
  act(() => list().filter?.())
  await screen.findByRole('combobox', { name: 'Filter by' })
  return row
}

describe('filter pills', () => {
  test('a long list is narrowed by typing; Enter picks, and the pill has the focus', async () => {
    const { address } = await open()
    pill('Status')?.focus()
    await openFilter('Status')
    expect(document.activeElement?.getAttribute('role')).toBe('combobox')
    expect(active()).toBe('All statuses')
    type('by us')
    expect(active()).toBe('canceled by user')
    key('Enter')
    await waitFor(() => expect(address()).toBe('/customers?status=canceledByUser'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(pill('Status'))
    expect(pillText('Status')).toBe('Status: canceled by user')
  })

  test('arrows go around the list from the chosen value, which is marked', async () => {
    const { address } = await open('/customers?country=es')
    const panel = await openFilter('Country')
    await panel.findByRole('option', { name: 'Spain', selected: true })
    expect(active()).toBe('Spain')
    key('ArrowDown')
    expect(active()).toBe('All countries')
    key('ArrowUp')
    key('ArrowUp')
    expect(active()).toBe('France')
    key('Enter')
    await waitFor(() => expect(address()).toBe('/customers?country=fr'))
  })

  test('a short list takes letters; Escape changes nothing and gives the focus back', async () => {
    const { address } = await open()
    await openAll()
    fireEvent.click(screen.getByRole('option', { name: 'Account' }))
    const options = await screen.findByRole('listbox', { name: 'Account' })
    expect(document.activeElement).toBe(options)
    key('b')
    expect(active()).toBe('banned')
    key('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/customers')
    expect(document.activeElement?.textContent).toContain('Customer 12')
  })

  test.each([
    ['trialing', 'Status: trialing', '/customers?status=trialing'],
    ['spa', 'Country: Spain', '/customers?country=es'],
    ['trialing in spain', 'Status: trialing, Country: Spain', '/customers?status=trialing&country=es'],
    ['visa 4242', 'Card: •••• 4242, Card brand: Visa', '/customers?last4=4242&cardBrand=visa'],
  ])('all filters are chosen among by value: %s', async (typed, label, expected) => {
    const { address } = await open()
    const row = await openAll()
    await waitFor(() => {
      type(typed)
      expect(active()).toBe(label)
    })
    key('Enter')
    await waitFor(() => expect(address()).toBe(expected))
    expect(document.activeElement?.textContent).toBe(row.textContent)
  })

  test('all filters are chosen among by name; what is set is said, and a switch is set at once', async () => {
    const { address } = await open('/customers?status=active')
    await openAll()
    expect(screen.getByRole('option', { name: /^Status/ }).textContent).toBe('Statusactive')
    type('trial p')
    key('Enter')
    await waitFor(() => expect(address()).toBe('/customers?status=active&trialPlan=true'))
    await openAll()
    type('country')
    expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1)
    key('Enter')
    await screen.findByRole('dialog', { name: 'Filter by Country' })
    await waitFor(() => expect(active()).toBe('All countries'))
  })

  test('what nobody can filter by is said', async () => {
    await open()
    await openAll()
    type('zebra')
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('No filter or value of this list is called so.')
  })

  test('a pill that goes with its filter leaves the focus to the one before it; others keep it', async () => {
    const { address } = await open('/customers?planName=Pro&country=es&referredBy=7')
    expect(setFilters()).toEqual(['Country: Spain', 'Referred by #7', 'Plan: Pro'])
    removeFilter('Country: Spain')
    expect(document.activeElement).toBe(pill('Country'))
    await waitFor(() => expect(address()).toBe('/customers?planName=Pro&referredBy=7'))
    removeFilter('Plan: Pro')
    await waitFor(() => expect(address()).toBe('/customers?referredBy=7'))
    expect(pill('Plan')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove filter Referred by #7')
  })

  // [1.2 single day arrows]
  test('with four chosen, all others are behind More, so that the row stays one', async () => {
    await open('/customers?status=active&country=es&trialPlan=true')
    expect(pill('Created')).not.toBeNull()
    cleanup()
    await open('/customers?status=active&country=es&trialPlan=true&planName=Pro')
    expect(pill('Created')).toBeNull()
    await openFilter('Created')
    expect(pill('Created')).not.toBeNull()
  })

  test('a single day has arrows to its neighbours, and the trash clears it', async () => {
    const { from, to } = rangeOfDays('2026-03-10', '2026-03-10')
    const { address } = await open(`/customers?from=${from}&to=${to}`)
    fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
    const next = rangeOfDays('2026-03-11', '2026-03-11')
    await waitFor(() => expect(address()).toBe(`/customers?from=${next.from}&to=${next.to}`))
    fireEvent.click((await openFilter('Created')).getByRole('button', { name: 'Clear the dates' }))
    await waitFor(() => expect(address()).toBe('/customers'))
    expect(screen.queryByRole('button', { name: 'Next day' })).toBeNull()
  })
})
