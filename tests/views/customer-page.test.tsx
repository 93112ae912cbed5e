import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Customer } from '../../src/contract/customers.ts'
import { startOfDay } from '../../src/contract/dates.ts'
import { targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aCustomer } from './support/customer.ts'

/** The value after a label. */
const fact = (label: string) => screen.getAllByText(label).find((element) => element.tagName === 'DT')?.nextElementSibling?.textContent

const heading = () => screen.getByRole('heading', { level: 1 })

/** A customer's page, once loaded. */
async function show(facts: Partial<Customer>) {
  const asked = catchCalls()
  await openScreen('/customers/8812')
  await asked[0]?.answer(aCustomer(facts))
  await screen.findByRole('region', { name: 'Subscription' })
}

const notFound = { statusCode: 404, error: 'not_found', message: 'Not found' }

describe('the customer page', () => {
  // [1.1 plan name] [1.2 customer] [1.2 customer loading] [1.2 way back] [1.2 total revenue]
  test('shows the customer, their plan and the next payment', async () => {
    const asked = catchCalls()
    await openScreen('/customers/8812')
    const names = () => [...document.querySelectorAll('[role=tab], dl:first-of-type dt')].map(({ textContent }) => textContent)
    const places = [
      'Info',
      'Payments',
      'Invoices',
      'QRs',
      'More',
      'Plan',
      'Last payment',
      'QR codes used',
      'Customer since',
      'Total revenue',
    ]
    expect(within(screen.getByRole('status', { name: 'Loading the customer' })).getAllByRole('term')).toHaveLength(5)
    expect(names()).toEqual(places)
    await asked[0]?.answer(
      aCustomer({
        companyName: 'Café Sol',
        status: 'active',
        subscriptionStatus: 'active',
        planName: 'Pro',
        planPrice: 1990,
        planCurrency: 'eur',
        planMonths: 1,
        currentPeriodEnd: startOfDay('2026-12-12'),
        totalRevenue: 123_450,
        is2faEnabled: true,
      }),
    )
    await screen.findByRole('region', { name: 'Subscription' })
    expect(names().slice(0, places.length)).toEqual(places)
    expect(heading().textContent).toContain('Ana Ruiz — Café Sol')
    expect(heading().textContent).toContain('active')
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(breadcrumb.getByRole('link', { name: 'Customers' }).getAttribute('href')).toBe('/customers')
    expect(fact('Plan')).toBe('Pro · 19,90\u00a0€/month')
    expect(screen.getByRole('region', { name: 'At a glance' }).textContent).toContain('Next payment 19,90\u00a0€ on 12-12-2026')
    expect(fact('Total revenue')).toBe('1.234,50\u00a0€')
    expect(fact('Two-factor')).toBe('On')
    expect(targetsOnScreen.all()[0]).toMatchObject({ type: 'customer', record: { id: 8812 } })
  })

  test('shows a dash for empty fields, a link to the referrer, and country names', async () => {
    await show({ referredBy: 12, country: 'el', allowSepa: false, deleted: true, banned: true, qrLimit: 500 })
    expect(fact('Last login')).toBe('—')
    expect(fact('Account status')).toBe('deleted')
    expect(heading().textContent).toContain('deleted')
    expect(fact('Country')).toBe('Greece (EL)')
    expect(fact('QR codes')).toBe('500')
    expect(fact('SEPA')).toBe('Not allowed')
    expect(fact('Signup source')).toBe('Email')
    expect(screen.getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/customers/12')
  })

  test('truncates the gclid to 50 characters and expands it on demand [1.2 gclid] [1.9 text cuts]', async () => {
    const gclid = 'Cj0'.repeat(30)
    await show({ gclid })
    expect(fact('gclid')).toBe(`${gclid.slice(0, 50)}… Show all`)
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(fact('gclid')).toBe(`${gclid} Show less`)
  })

  test.each([
    [
      'a card',
      { last4: '4242', cardBrand: 'visa', cardType: 'credit', expiryMonth: 4, expiryYear: 2028 },
      { Card: 'Visa •••• 4242', Expires: '04/2028' },
    ],
    [
      'bank debit',
      { last4: '5792', bankCode: '2100', branchCode: '0418', bankCountry: 'es' },
      { 'Bank account': '•••• 5792', 'Bank code': '2100', 'Branch code': '0418', 'Bank country': 'Spain' },
    ],
  ])('shows the payment details of %s [1.3 card] [1.3 bank debit]', async (_name, method, shown) => {
    await show(method)
    for (const [label, value] of Object.entries(shown)) expect(fact(label)).toBe(value)
  })

  test('shows the browser, device, dates, IPs, discount and provider id [1.2 device]', async () => {
    await show({
      browser: 'Firefox',
      browserVersion: '127.0',
      os: 'Windows',
      osVersion: '11',
      deviceModel: 'ThinkPad',
      createdAt: 1_731_000_000,
      lastLogin: 1_731_000_060,
      lastIp: '192.0.2.7',
      accountCreatedWithIp: '192.0.2.8',
      stripeCustomerId: 'cus_1',
      discount: 20,
    })
    expect(['Browser', 'Browser version', 'System', 'System version', 'Device'].map(fact)).toEqual([
      'Firefox',
      '127.0',
      'Windows',
      '11',
      'ThinkPad',
    ])
    expect(['Created', 'Last login', 'Last IP', 'Created with IP', 'Discount'].map(fact)).toEqual([
      '07-11-2024 18:20:00',
      '07-11-2024 18:21:00',
      '192.0.2.7',
      '192.0.2.8',
      '20 %',
    ])
    expect(fact('Stripe customer ID')).toContain('cus_1')
  })

  // [1.2 customer tabs] [1.2 payments panel] [1.2 customer payments]
  test('has five tabs; Payments loads only this customer’s payments, 10 per page, without saved filters', async () => {
    localStorage.setItem('payment.filters', '{"country":"fr"}')
    const asked = catchCalls((path) => (path === '/customers/8812' ? aCustomer({}) : pageOf([])))
    const fetched: string[] = []
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      fetched.push(input.replace('/api/admin', ''))
      return answer(input, init)
    })
    await openScreen('/customers/8812?tab=payments')
    expect(screen.getAllByRole('tab').map((tab) => /^[A-Za-z ]+/.exec(tab.textContent ?? '')?.[0])).toEqual([
      'Info',
      'Payments',
      'Invoices',
      'QRs',
      'More',
    ])
    await waitFor(() => expect(fetched).toContain('/payments?page=1&perPage=10&sort=id&sortDirection=desc&user=8812'))
    expect(asked).toEqual([])
    localStorage.clear()
  })

  test('shows that the customer does not exist, with a link back [1.2 way back]', async () => {
    const asked = catchCalls()
    await openScreen('/customers/987654')
    await asked[0]?.answer(notFound, 404)
    await waitFor(() => expect(heading().textContent).toBe('Customer not found'))
    expect(screen.queryByText('#987654', { selector: 'strong' })).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Customers' }).getAttribute('href')).toBe('/customers')
    expect(targetsOnScreen.all()).toEqual([])
  })

  test.each(['abc', '-1', '99999999999999'])('sends no request for the invalid id %s', async (id) => {
    const asked = catchCalls()
    await openScreen(`/customers/${id}`)
    expect(heading().textContent).toBe('Customer not found')
    expect(asked).toEqual([])
  })

  test('offers a retry if loading fails [1.2 customer loading]', async () => {
    const asked = catchCalls()
    await openScreen('/customers/8812')
    await asked[0]?.answer({}, 500)
    expect((await screen.findByRole('alert')).textContent).toContain('500')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    const ofCustomer = () => asked.filter(({ path }) => path === '/customers/8812')
    await waitFor(() => expect(ofCustomer()).toHaveLength(2))
    await ofCustomer()[1]?.answer(aCustomer({}))
    await waitFor(() => expect(heading().textContent).toContain('Ana Ruiz'))
  })

  test('renders customer input as plain text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    await show({ fullName: hostile, browser: hostile, email: '"javascript:"@example.com' })
    expect(heading().textContent).toContain(hostile)
    expect(document.querySelector('img')).toBeNull()
  })
})
