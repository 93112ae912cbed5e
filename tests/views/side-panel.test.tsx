import type { AnyRoute } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import type { PaymentDetails, QrDetails } from '../../src/contract/details.ts'
import type { AppRoute } from '../../src/layout/frame/app-route.tsx'
import { InvoicesPage } from '../../src/views/invoices/invoices-page.tsx'
import { createInvoicesRoute } from '../../src/views/invoices/route.ts'
import { PaymentsPage } from '../../src/views/payments/payments-page.tsx'
import { createPaymentsRoute } from '../../src/views/payments/route.ts'
import { RiskPage } from '../../src/views/qrs-risk/risk-list.tsx'
import { createRiskRoute } from '../../src/views/qrs-risk/route.ts'
import { user } from './palette-harness.tsx'
import { type Asked, catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aPayment } from './support/payment.ts'

const qrOf = (id: number) => ({
  id,
  name: `Menu ${id}`,
  type: 'url',
  createdAt: 1_781_510_400,
  updatedAt: 1_781_510_400,
  scans: 1204,
  visits: 7,
  virus: false,
  status: 1,
  stopped: 0,
  uri: `uri${id}`,
  user: 7,
  owner: { fullName: 'Ana Ruiz', companyName: null, email: 'ana@sol.es' },
  whitelisted: false,
  content: { url: 'https://cafesol.example' },
  qrUri: `https://qr.example.com/uri${id}`,
  version: 1,
})

const details: QrDetails = {
  owner: { id: 7, fullName: 'Ana Ruiz', companyName: 'Café Sol', email: 'ana@sol.es' },
  folder: { id: 3, name: 'Summer' },
  media: 2,
  today: '2026-06-15',
  days: [
    { day: '2026-06-14', scans: 3, visits: 1 },
    { day: '2026-06-15', scans: 9, visits: 4 },
  ],
  lastScan: '2026-06-15',
  uris: [{ id: 1, uri: 'before', qrUri: 'after', updatedAt: 1_781_510_400 }],
  uriChanges: 3,
}

/** The latest call of a path; waits for the first one. */
const callOf = (asked: readonly Asked[], path: string) =>
  waitFor(() => {
    const call = asked.findLast((each) => each.path === path)
    if (!call) throw new Error(`${path} was not asked for`)
    return call
  })

/** The other lists whose rows open the side panel. */
const otherLists: [path: string, ofList: string, row: object, makeRoute: (parent: AppRoute) => AnyRoute, View: () => ReactNode][] = [
  ['/invoices', '/invoices', { id: 12, createdAt: 1_781_510_400, link: 'file-12', customer: 7 }, createInvoicesRoute, InvoicesPage],
  ['/payments', '/payments', aPayment(12), createPaymentsRoute, PaymentsPage],
  [
    '/qrs/risk',
    '/qrs/blocked',
    { ...qrOf(12), qrId: 12, url: 'https://fee.test', email: 'ana@sol.es', userId: 7 },
    createRiskRoute,
    RiskPage,
  ],
]

const panel = () => within(document.querySelector<HTMLElement>('[data-side-panel]') ?? document.createElement('div'))
const heading = () => screen.findByRole('heading', { level: 2, name: /Menu|QR code|Payment/ })

describe('the side panel', () => {
  test('shows the row’s data immediately, then the details, or an error with a retry', async () => {
    const asked = catchCalls((path) => (path === '/qrs' ? pageOf([qrOf(12), qrOf(11)]) : undefined))
    await openScreen('/qrs?panel=qr-12', user)
    expect((await heading()).textContent).toBe('Menu 12')
    expect(document.querySelector('[data-side-panel]')?.textContent).toContain('ana@sol.es')
    expect(panel().queryByRole('img', { name: 'QR code of Menu 12' })).not.toBeNull()
    expect(panel().queryByText(/^1.204$/)).not.toBeNull()
    await (await callOf(asked, '/qrs/12/details')).answer({ message: 'No' }, 403)
    const alerts = await waitFor(() => {
      const found = panel().getAllByRole('alert')
      expect(found.length).toBeGreaterThan(0)
      return found
    })
    expect(alerts[0]?.textContent).toContain('Your account doesn’t have access to this.')
    expect((await heading()).textContent).toBe('Menu 12')
    fireEvent.click(within(alerts[0] as HTMLElement).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked.filter(({ path }) => path === '/qrs/12/details')).toHaveLength(2))
    await (await callOf(asked, '/qrs/12/details')).answer(details)
    await panel().findByText('Summer')
    expect(panel().getByRole('link', { name: '2 files' }).getAttribute('href')).toBe('/qrs/media/12')
    expect(panel().queryByRole('img', { name: '12 scans in 30 days, most on 15-06-2026: 9' })).not.toBeNull()
    expect(panel().queryByText('and 2 earlier')).not.toBeNull()
  })

  test('shows that it is loading, then that the record does not exist', async () => {
    const asked = catchCalls((path) => (path === '/qrs' ? pageOf([qrOf(12)]) : undefined))
    await openScreen('/qrs?panel=qr-77', user)
    await screen.findByRole('status', { name: 'Loading QR code 77' })
    await (await callOf(asked, '/qrs/77')).answer({ message: 'QR 77 was not found.' }, 404)
    await panel().findByText('There is no QR code 77. It may have been removed.')
  })

  test('says why access is denied and can be retried', async () => {
    const asked = catchCalls((path) => (path === '/qrs' ? pageOf([qrOf(12)]) : undefined))
    await openScreen('/qrs?panel=qr-77', user)
    await (await callOf(asked, '/qrs/77')).answer({ message: 'No' }, 403)
    expect((await panel().findByRole('alert')).textContent).toContain('Your account doesn’t have access to this.')
    fireEvent.click(panel().getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked.filter(({ path }) => path === '/qrs/77')).toHaveLength(2))
    await (await callOf(asked, '/qrs/77')).answer({ ...qrOf(77), data: {} })
    expect((await heading()).textContent).toBe('Menu 77')
  })

  test.each(['qr-0', 'customer-7', 'qr-9999999999', 'qr-1.5', 'x'])('does not open for %s', async (value) => {
    catchCalls((path) => (path === '/qrs' ? pageOf([qrOf(12)]) : undefined))
    await openScreen(`/qrs?panel=${value}`, user)
    await screen.findByText('Menu 12')
    expect(document.querySelector('[data-side-panel]')).toBeNull()
  })

  test('walks with the list’s keys without reloading the list, and returns focus to the current row on close', async () => {
    const asked = catchCalls((path) => (path === '/qrs' ? undefined : {}))
    const { address } = await openScreen('/qrs?type=url', user)
    await asked[0]?.answer(pageOf([qrOf(12), qrOf(11)]))
    const link = screen.getByRole('link', { name: 'Menu 12' })
    // The row that was focused before this test may have the focus again.
    act(() => link.focus())
    fireEvent.keyDown(link, { key: ' ', code: 'Space' })
    await waitFor(() => expect(address()).toBe('/qrs?type=url&panel=qr-12'))
    await waitFor(async () => expect(document.activeElement).toBe(await heading()))
    const opened = asked.length
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' })
    await waitFor(() => expect(address()).toBe('/qrs?type=url&panel=qr-11'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Menu 11'))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' })
    await screen.findByText('This is the last in the list.')
    expect(asked).toHaveLength(opened)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(address()).toBe('/qrs?type=url'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Menu 11' })))
  })

  test.each(otherLists)('opens on %s without reloading the list', async (path, ofList, row) => {
    const asked: string[] = []
    catchCalls((called) => {
      asked.push(called)
      return called === ofList ? pageOf([row]) : {}
    })
    const { address } = await openScreen(path, user)
    const link = await waitFor(() => document.querySelector<HTMLElement>('tbody [data-row-link]')!)
    act(() => link.focus())
    const before = asked.filter((called) => called === ofList).length
    expect(before).toBeGreaterThan(0)
    fireEvent.keyDown(link, { key: ' ', code: 'Space' })
    await waitFor(() => expect(address()).toMatch(/[?&]panel=/))
    await waitFor(() => expect(panel().getByRole('heading', { level: 2 })).toBe(document.activeElement))
    expect(asked.filter((called) => called === ofList)).toHaveLength(before)
  })
})

describe('the panel of a payment', () => {
  const payment = aPayment(31, { userId: 7, email: 'ana@sol.es', stripeDisputeStatus: 'lost' })
  const paid: PaymentDetails = {
    customer: { id: 7, fullName: 'Ana Ruiz', companyName: null, email: 'ana@new.es' },
    disputeReason: 'product_not_received',
    discount: null,
    invoice: { id: 5, number: '2026-000005' },
    refunds: [],
    attempts: [{ id: 30, amount: 3990, currency: 'eur', stripePaymentIntentStatus: 'requires_action', createdAt: 1_781_500_000 }],
  }

  test('shows the dispute reason, links to invoice and customer, and lists other attempts', async () => {
    const answers: Record<string, unknown> = { '/payments': pageOf([payment]), '/payments/31/details': paid }
    catchCalls((path) => answers[path] ?? {})
    await openScreen('/payments?panel=payment-31', user)
    await panel().findByText('Reason given: product not received')
    expect(panel().getByRole('link', { name: '2026-000005' }).getAttribute('href')).toBe('/payments?panel=invoice-5')
    expect(panel().getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href')).toBe('/customers/7')
    // The address at that time and the current one.
    expect(panel().getByText('Email at the time').closest('div')?.textContent).toContain('ana@sol.es')
    expect(within(panel().getByRole('region', { name: 'Other payments within 30 days' })).queryByText('requires action')).not.toBeNull()
  })
})
