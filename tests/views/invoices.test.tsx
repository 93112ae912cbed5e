import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { zipProgress } from '../../src/api/progress.ts'
import { monthBounds } from '../../src/contract/dates.ts'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { choicesIn, openFilter, pill, pillText, setFilters } from './support/filters.ts'

/** Already March 2026 in Madrid, but still February in UTC. */
const now = new Date('2026-02-28T23:30:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

const anInvoice = (id: number) => ({ id, createdAt: 1_772_319_600, link: `file-${id}`, customer: 7 })

describe('the invoices list', () => {
  // [2.2 invoices] [2.2 invoice columns] [2.2 invoice zip] [2.2 invoice pdf] [2.2 invoice customer] [2.7 invoice pdf]
  test('loads the current month and shows id, date, customer and a PDF in a new tab; a row opens the side panel', async () => {
    const asked = catchCalls()
    await openScreen('/invoices', user)
    expect(asked[0]?.path).toBe('/invoices')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ page: '1', perPage: '10', month: '3', year: '2026' })
    await asked[0]?.answer(pageOf([anInvoice(77)]))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Id',
      'Number',
      'Created',
      'Customer',
      'Amount',
      'File',
      'Actions',
    ])
    expect(screen.getByRole('row', { name: /77/ }).textContent).toContain('01-03-2026 00:00:00')
    const pdf = screen.getByRole('link', { name: 'View the PDF of invoice 77' })
    expect([pdf.getAttribute('href'), pdf.getAttribute('target')]).toEqual(['/api/admin/invoices/files/file-77', '_blank'])
    expect(screen.getByRole('link', { name: 'Customer #7' }).getAttribute('href')).toBe('/customers/7')
    expect(screen.getByRole('link', { name: 'Invoice 77' }).getAttribute('href')).toMatch(/[?&]panel=invoice-77$/)
    expect(screen.queryByRole('button', { name: 'Download all' })).not.toBeNull()
  })

  test('offers months and years from 2022 to now; a customer’s invoices have neither [2.2 invoice month] [2.9 invoice years]', async () => {
    const asked = catchCalls((_path, query) => (query.get('month') === '11' ? undefined : pageOf([anInvoice(77)])))
    const { address } = await openScreen('/invoices', user)
    await screen.findByRole('link', { name: 'Invoice 77' })
    expect(pillText('Month')).toBe('Month: March 2026')
    const choices = choicesIn(await openFilter('Month'))
    expect([choices.length, choices[0], choices.at(-1)]).toEqual([4 * 12 + 3, 'March 2026', 'January 2022'])
    fireEvent.click(screen.getByRole('option', { name: 'November 2025' }))
    await waitFor(() => expect(address()).toBe('/invoices?month=11&year=2025'))
    expect(asked[0]?.query.get('year')).toBe('2025')
    cleanup()
    const scoped = catchCalls()
    await openScreen('/invoices?user=7', user)
    expect([scoped[0]?.query.get('user'), scoped[0]?.query.has('month'), scoped[0]?.query.has('year')]).toEqual(['7', false, false])
    expect(pill('Month')).toBeNull()
  })

  test('of one customer are of the month that a link names, until it is removed', async () => {
    const asked = catchCalls()
    const { address } = await openScreen('/invoices?user=7&month=3&year=2026', user)
    const { from, to } = monthBounds(2026, 3)
    expect(['user', 'from', 'to', 'month'].map((name) => asked[0]?.query.get(name) ?? null)).toEqual(['7', String(from), String(to), null])
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter March 2026' }))
    await waitFor(() => expect(address()).toBe('/invoices?user=7'))
    expect(asked.at(-1)?.query.has('from')).toBe(false)
  })

  test('of some amounts are of the chosen month, too', async () => {
    const asked = catchCalls()
    await openScreen('/invoices?amountFrom=10001', user)
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ amountFrom: '10001', month: '3', year: '2026' })
    await asked[0]?.answer(pageOf([anInvoice(1)]))
    expect(setFilters()).toEqual(['Amount: from 100,01'])
    expect((await openFilter('Amount')).getByLabelText<HTMLInputElement>('Amount').value).toBe('from 100,01')
  })

  test('searches by invoice id, which must be a number [2.2 invoice search]', async () => {
    const asked = catchCalls((_path, query) => (query.has('invoiceId') ? undefined : pageOf([anInvoice(77)])))
    await openScreen('/invoices', user)
    const box = await screen.findByLabelText('Search invoices by id')
    fireEvent.change(box, { target: { value: 'x' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('An invoice id is a whole number.')
    fireEvent.change(box, { target: { value: '2026-000784' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('That is an invoice number. The palette finds it.')
    fireEvent.change(box, { target: { value: ' 78 ' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(asked).toHaveLength(1))
    expect([asked[0]?.query.get('invoiceId'), asked[0]?.query.has('month')]).toEqual(['78', false])
  })

  test('searches 400 ms after typing stops (document 1, section 9)', async () => {
    const asked = catchCalls((_path, query) => (query.has('invoiceId') ? undefined : pageOf([anInvoice(77)])))
    await openScreen('/invoices', user)
    const box = await screen.findByLabelText('Search invoices by id')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(box, { target: { value: '78' } })
    await act(async () => vi.advanceTimersByTimeAsync(399))
    expect(asked).toHaveLength(0)
    await act(async () => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  test('saves no zip and says so if the download is cancelled, interrupted or fails', async () => {
    catchCalls(() => pageOf([anInvoice(77)]))
    const lists = globalThis.fetch
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const zipIs = (answer: (signal: AbortSignal | null | undefined) => Promise<Response>) =>
      vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
        input.includes('/files/zip') ? answer(init?.signal) : lists(input, init),
      )
    await openScreen('/invoices', user)
    const download = async () => fireEvent.click(await screen.findByRole('button', { name: 'Download all' }))
    zipIs((signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))))
    await download()
    await screen.findByRole('progressbar', { name: /^Downloading: Invoices of/ })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('The download was canceled.')
    zipIs(() => Promise.resolve(new Response('PK')))
    await download()
    await screen.findByText('The download was interrupted: nothing was saved.')
    zipIs(() => Promise.resolve(new Response('', { status: 500 })))
    await download()
    await screen.findByText('The invoices were not downloaded')
    zipIs((signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))))
    await download()
    await screen.findByRole('progressbar', { name: /^Downloading: Invoices of/ })
    // Nobody is there any more who asked for it.
    cleanup()
    await waitFor(() => expect(zipProgress.get()).toBeNull())
    expect(saved).not.toHaveBeenCalled()
    saved.mockRestore()
  })

  // [2.2 reupload] [2.4 reupload] [2.8 reupload toast]
  test('reuploads one file at a time, then refetches the list and shows the new link', async () => {
    let link = 'file-77'
    const asked = catchCalls((path) => (path === '/invoices' ? pageOf([{ ...anInvoice(77), link }, anInvoice(78)]) : undefined))
    await openScreen('/invoices', user)
    const reupload = async (id: number) => {
      fireEvent.click(await screen.findByRole('button', { name: `Actions: Invoice ${id}` }))
      return screen.findByRole('menuitem', { name: /^Reupload/ })
    }
    fireEvent.click(await reupload(77))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reupload' }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/invoices/files/file-77']))
    const second = await reupload(78)
    expect(second.getAttribute('aria-disabled')).toBe('true')
    expect(second.textContent).toContain('Another upload is running.')
    link = 'file-new'
    await asked[0]?.answer({ success: true, fileId: 'file-new' })
    await screen.findByText('Invoice reuploaded: invoice 77.')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'View the PDF of invoice 77' }).getAttribute('href')).toBe(
        '/api/admin/invoices/files/file-new',
      ),
    )
  })
})
