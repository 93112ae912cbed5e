import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { displayedStatuses } from '../../src/contract/customer-status.ts'
import { dayOf } from '../../src/contract/dates.ts'
import { statusWords } from '../../src/contract/status-words.ts'
import { rangeOfPreset } from '../../src/layout/kit/date-range/presets.ts'
import { formatRange, rangeOfDays } from '../../src/layout/kit/date-range/range.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { choicesIn, openFilter, pillText, removeFilter, setFilters } from './support/filters.ts'

async function open(address = '/customers') {
  catchCalls((path) => (path === '/customers/countries' ? ['es', 'fr'] : pageOf([aCustomerRow(12, { companyName: 'Café Sol' })])))
  const shown = await openScreen(address)
  await screen.findByRole('link', { name: /^Open .* in a new tab$/ })
  return shown
}

const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, textContent }) => [value, textContent])

describe('the customers list (document 1, section 2)', () => {
  test('has the documented columns, and the last one opens the customer in a new tab [1.2 customers columns] [1.3 customer row]', async () => {
    await open()
    const table = within(screen.getByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Id',
      'Name',
      'Country',
      'Email',
      'Created',
      'Status',
      'Plan',
      'Actions',
    ])
    const cells = table.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.slice(1, 6)).toEqual([
      expect.stringContaining('12'),
      'Customer 12 — Café Sol',
      expect.stringContaining('ES'),
      'c12@example.com',
      expect.stringContaining('07-11-2024 18:20:00'),
    ])
    const link = screen.getByRole('link', { name: 'Open Customer 12 — Café Sol in a new tab' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/customers/12', '_blank'])
  })

  test('says the state of an account in the column of statuses, ahead of the subscription unless that says the same', async () => {
    const banned = { banned: true }
    catchCalls(() => pageOf([aCustomerRow(12, banned), aCustomerRow(13, { ...banned, status: 'banned' })]))
    await openScreen('/customers')
    const states = () => [...document.querySelectorAll('td[data-phone="state"]')].map((cell) => cell.textContent)
    await waitFor(() => expect(states()).toEqual(['bannedactive', 'banned']))
    expect(screen.getByRole('link', { name: /^Customer 12/ })).toBeTruthy()
  })

  test('offers page sizes of 10, 20 and 50 [1.2 page sizes] [1.9 page size]', async () => {
    await open()
    expect(optionsOf('a page').map(([value]) => value)).toEqual(['10', '20', '50'])
  })

  test('offers exact and normal search, exact by default [1.2 search modes]', async () => {
    await open()
    expect(optionsOf('Search mode')).toEqual([
      ['true', 'exact'],
      ['false', 'normal'],
    ])
    expect(screen.getByLabelText<HTMLSelectElement>('Search mode').value).toBe('true')
  })

  test('offers every displayed status, or all, as a filter [1.2 filter status] [R33 status filter]', async () => {
    await open()
    expect(choicesIn(await openFilter('Status'))).toEqual(['All statuses', ...displayedStatuses.map(statusWords)])
  })

  test('filters by a country from the countries endpoint [1.2 filter country]', async () => {
    const { address } = await open()
    const countries = await openFilter('Country')
    await countries.findByRole('option', { name: 'France' })
    expect(choicesIn(countries)).toEqual(['All countries', 'France', 'Spain'])
    fireEvent.click(countries.getByRole('option', { name: 'France' }))
    await waitFor(() => expect(address()).toBe('/customers?country=fr'))
    expect(pillText('Country')).toBe('Country: France')
  })

  test.each([
    ['Trial plan', 'trialPlan'],
    ['Referred', 'isReferred'],
  ])('the %s switch sets its URL parameter to true or removes it [1.2 trial and referred switches]', async (label, param) => {
    const { address } = await open()
    fireEvent.click(screen.getByRole('switch', { name: label }))
    await waitFor(() => expect(address()).toBe(`/customers?${param}=true`))
    expect(screen.getByRole('switch', { name: label }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(screen.getByRole('switch', { name: label }))
    await waitFor(() => expect(address()).toBe('/customers'))
  })

  test('removes filters one at a time or all at once, and returns to page 1', async () => {
    const { address } = await open('/customers?status=active&country=es&trialPlan=true&page=2')
    expect(setFilters()).toEqual(['Status: active', 'Country: Spain', 'Trial plan'])
    removeFilter('Trial plan')
    await waitFor(() => expect(address()).toBe('/customers?status=active&country=es'))
    expect(setFilters()).toEqual(['Status: active', 'Country: Spain'])
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(address()).toBe('/customers'))
    expect(setFilters()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  test('filters by creation date [1.2 filter created]', async () => {
    const { address } = await open()
    await openFilter('Created')
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '01-03-2026' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '29-03-2026' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    const { from, to } = rangeOfDays('2026-03-01', '2026-03-29')
    await waitFor(() => expect(address()).toBe(`/customers?from=${from}&to=${to}`))
    expect(setFilters()).toEqual(['Created: 01-03-2026 / 29-03-2026'])
  })

  test('filters by when trials end, also by days to come', async () => {
    const { address } = await open()
    await openFilter('Trial ends')
    const next = rangeOfPreset('next7')
    fireEvent.click(await screen.findByRole('button', { name: 'Next 7 days' }))
    await waitFor(() => expect(address()).toBe(`/customers?trialEndsFrom=${next.from}&trialEndsTo=${next.to}`))
    expect(setFilters()).toEqual([`Trial ends: ${formatRange(next)}`])
  })

  test('filters by an expired card and by a brand', async () => {
    const { address } = await open()
    const form = await openFilter('Card')
    fireEvent.change(await form.findByLabelText('Card brand'), { target: { value: 'visa' } })
    fireEvent.change(form.getByLabelText('Card'), { target: { value: 'expired' } })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Apply' })))
    await waitFor(() => expect(address()).toBe('/customers?cardBrand=visa&cardState=expired'))
    expect(setFilters()).toEqual(['Card brand: Visa', 'Card: expired'])
  })

  test('puts the customers with the highest revenue first, with a column for it', async () => {
    const { address } = await open()
    expect(screen.queryByRole('columnheader', { name: /^Revenue/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Highest revenue first' }))
    await waitFor(() => expect(address()).toBe('/customers?sort=totalRevenue&sortDirection=desc'))
    await screen.findByRole('columnheader', { name: /^Revenue/ })
    removeFilter('Highest revenue first')
    await waitFor(() => expect(address()).toBe('/customers'))
  })

  test('filters by card: four digits, months 1 to 12, years from two years ago [1.2 filter card] [1.5 card filter]', async () => {
    const { address } = await open()
    const form = await openFilter('Card')
    await form.findByLabelText('Last four digits')
    const year = Number(dayOf(Math.floor(Date.now() / 1000)).slice(0, 4))
    expect(optionsOf('Expiry month').map(([value]) => value)).toEqual(['', ...Array.from({ length: 12 }, (_, index) => String(index + 1))])
    expect(optionsOf('Expiry year')[1]?.[0]).toBe(String(year - 2))
    for (const wrong of ['12', '12a4']) {
      fireEvent.change(form.getByLabelText('Last four digits'), { target: { value: wrong } })
      fireEvent.click(form.getByRole('button', { name: 'Apply' }))
      expect(form.getByRole('alert').textContent).toBe('Must be four digits.')
    }
    expect(address()).toBe('/customers')
    fireEvent.change(form.getByLabelText('Last four digits'), { target: { value: '0042' } })
    fireEvent.change(form.getByLabelText('Expiry month'), { target: { value: '4' } })
    fireEvent.change(form.getByLabelText('Expiry year'), { target: { value: String(year) } })
    await act(async () => fireEvent.click(form.getByRole('button', { name: 'Apply' })))
    await waitFor(() => expect(address()).toBe(`/customers?last4=0042&expiryMonth=4&expiryYear=${year}`))
    expect(setFilters()).toEqual([`Card: •••• 0042 expires 04/${year}`])
  })
})
