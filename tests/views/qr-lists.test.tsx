import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BlockedQrRow, UriChangeRow } from '../../src/contract/qr-lists.ts'
import { listsOnScreen, targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { cellOf, phoneColumns } from '../../src/layout/list/list-definition.ts'
import { riskList } from '../../src/views/qrs-risk/risk-list.tsx'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { headers, rows } from './support/table.ts'

describe('risky QR codes [2.1 review qrs]', () => {
  const aBlocked = (id: number, facts: Partial<BlockedQrRow> = {}): BlockedQrRow => ({
    id,
    qrId: id,
    name: `Menu ${id}`,
    uri: `uri${id}`,
    url: 'https://parcel-fee.test/pay',
    email: `c${id}@example.com`,
    userId: 7,
    createdAt: 1_795_057_874,
    updatedAt: 1_795_057_874,
    type: 'url',
    stopped: 0,
    whitelisted: false,
    version: 1,
    ...facts,
  })
  // [2.2 risk] [2.2 blocked columns] [2.2 blocked url] [2.2 blocked customer] [2.2 blocked paging]
  test('requests the newest first and shows name, uri, creator and target URL', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/risk', user)
    expect(asked[0]?.path).toBe('/qrs/blocked')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ page: '1', perPage: '10', sort: 'createdAt', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([aBlocked(12, { name: '' })]))
    expect(headers()).toEqual(['Id', 'Name', 'URI', 'Creator', 'Created', 'Leads to', 'Actions'])
    const cells = within(rows()[0] as HTMLElement).getAllByRole('cell')
    expect(cells[1]?.textContent).toBe('-')
    expect(screen.getByRole('link', { name: 'QR 12: open its customer' }).getAttribute('href')).toBe('/customers/7')
    const link = screen.getByRole('link', { name: /leads to in a new tab/ })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://parcel-fee.test/pay',
      '_blank',
      'noopener noreferrer',
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://parcel-fee.test',
    '//parcel-fee.test',
    'parcel-fee.test',
    'https://127.0.0.1:4710@evil.example/',
  ])('never renders %s as a link [2.2 blocked url]', async (url) => {
    catchCalls(() => pageOf([aBlocked(12, { url })]))
    await openScreen('/qrs/risk', user)
    await waitFor(() => expect(rows()[0]?.textContent).toContain(url))
    expect(screen.queryByRole('link', { name: /leads to/ })).toBeNull()
  })

  test('says which code it is on a phone, though it has no name and leads to no page', () => {
    const row = aBlocked(12, { name: '', url: null })
    const shown = phoneColumns(riskList('https://qr.example').columns, 'createdAt').map((column) => [column.phone, cellOf(column, row)])
    expect(Object.fromEntries(shown)).toMatchObject({ title: 'uri12', link: 'QR 12' })
  })

  test('exposes its rows to commands as QR codes', async () => {
    catchCalls(() => pageOf([aBlocked(12)]))
    await openScreen('/qrs/risk', user)
    await screen.findByText('Menu 12')
    await act(async () => listsOnScreen.all()[0]?.move(1))
    expect(targetsOnScreen.all()[0]).toMatchObject({
      type: 'qr',
      record: {
        id: 12,
        user: 7,
        status: 2,
        stopped: 0,
        qrUri: 'https://qr.example.com/uri12',
        content: { url: 'https://parcel-fee.test/pay' },
      },
    })
  })

  // [1.2 back to page 1] [2.2 whitelist dialog] [2.2 blocked whitelist] [2.4 back to page 1] [R23 hidden row said]
  test('whitelists after confirmation, shows a message, returns to page 1 and reloads', async () => {
    const asked = catchCalls((path, query) =>
      path === '/qrs/blocked' ? pageOf([aBlocked(Number(query.get('page')) * 10)], 25, Number(query.get('page'))) : undefined,
    )
    const { address } = await openScreen('/qrs/risk?page=2', user)
    await screen.findByText('Menu 20')
    fireEvent.click(screen.getByRole('button', { name: 'Actions: Menu 20' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Whitelist/ }))
    const dialog = await screen.findByRole('alertdialog', { name: /whitelist menu 20/i })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Whitelist' }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/qrs/20/whitelist']))
    await asked[0]?.answer({ success: true, auditId: 5, undoable: true })
    await waitFor(() => expect(address()).toBe('/qrs/risk'))
    await screen.findByText('Menu 10')
    await screen.findByText(/whitelisted.*menu 20/i)
  })

  test('shows the documented toast when the request fails, and can be retried [2.8 blocked and archived]', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/risk', user)
    await asked[0]?.answer({ statusCode: 502, error: 'internal', message: 'No.' }, 502)
    await screen.findByText('Request error try again')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    await asked[1]?.answer(pageOf([aBlocked(13)]))
    await screen.findByText('Menu 13')
  })
})

describe('infected QR codes [2.1 review qrs]', () => {
  // [2.2 infected] [2.2 infected columns] [2.2 infected sort] [2.2 infected action] [2.2 infected without search]
  test('shows the detected URL as plain text and opens the customer in a new tab', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/infected', user)
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ offset: '0', limit: '10', sortBy: '{"key":"id","direction":"desc"}' })
    await asked[0]?.answer(pageOf([{ id: 3, uri: 'https://wallet-verify.test/x', vendors: 'ESET, Sophos', user: 7 }]))
    expect(headers()).toEqual(['Id', 'URL detected', 'Detection', 'Customer'])
    expect(screen.queryByRole('searchbox') ?? screen.queryByRole('textbox')).toBeNull()
    const links = screen.getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/customers/7', '_blank'],
      ['/customers/7', '_blank'],
    ])
  })
})

describe('the archived search [2.1 review qrs]', () => {
  const archived = (id: number) => ({ id, email: `c${id}@example.com`, uri: `old${id}`, userId: 7 })
  const box = () => screen.getByLabelText('Search archived QR codes by URI')

  test('sends no request and shows no error before a uri is typed', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/archived', user)
    await screen.findByText('Search for a URI')
    expect(screen.queryByText('Empty uri not allowed')).toBeNull()
    expect(asked).toHaveLength(0)
  })

  // [2.2 archived search] [2.2 archived row] [2.2 archived emptied] [2.5 archived search] [2.8 archived search]
  test('searches after a pause in typing, keeps focus, and shows an error when the box is cleared', async () => {
    const asked = catchCalls()
    const { address } = await openScreen('/qrs/archived', user)
    const input = await screen.findByLabelText('Search archived QR codes by URI')
    input.focus()
    fireEvent.change(input, { target: { value: '  old ' } })
    expect(asked).toHaveLength(0)
    await waitFor(() => expect(asked).toHaveLength(1), { timeout: 3000 })
    expect([asked[0]?.path, asked[0]?.query.toString()]).toEqual(['/qrs/archived', 'uri=old'])
    await asked[0]?.answer([archived(12)])
    expect(headers()).toEqual(['Id', 'Email', 'URI', 'Customer'])
    expect(screen.getByRole('link', { name: 'old12: open customer #7' }).getAttribute('target')).toBe('_blank')
    expect(document.activeElement).toBe(input)
    fireEvent.change(box(), { target: { value: '' } })
    expect((await screen.findByRole('alert', {}, { timeout: 3000 })).textContent).toBe('Empty uri not allowed')
    expect(screen.queryByRole('table')).toBeNull()
    expect(address()).toBe('/qrs/archived')
    expect(document.activeElement).toBe(box())
    expect(asked).toHaveLength(1)
  })

  test('paginates the single response client-side', async () => {
    catchCalls(() => Array.from({ length: 12 }, (_, index) => archived(index + 1)))
    const { address } = await openScreen('/qrs/archived?uri=old', user)
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(screen.queryByText('1–10 of 12 found')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(address()).toBe('/qrs/archived?uri=old&page=2')
  })

  test('reports no results and a failed request [2.8 blocked and archived] [R24 toast and panel]', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/archived?uri=nowhere', user)
    await asked[0]?.answer([])
    await screen.findByText('Results not found.')
    fireEvent.change(box(), { target: { value: 'else' } })
    fireEvent.keyDown(box(), { key: 'Enter' })
    await waitFor(() => expect(asked).toHaveLength(2))
    await asked[1]?.answer({ statusCode: 500, error: 'internal', message: 'No.' }, 500)
    // In the panel and in the toast (ruling 24).
    await waitFor(() => expect(screen.getAllByText('Request error try again')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeNull()
  })
})

describe('the uri history [2.1 review qrs]', () => {
  const change: UriChangeRow = {
    id: 1,
    uri: 'former',
    qrUri: 'summer-26',
    updatedAt: 1_795_057_874,
    email: 'ana@example.com',
    qrId: 12,
    userId: 7,
  }

  // [2.2 uri history] [2.2 history row] [2.2 history links] [2.2 history sort] [2.9 history sort]
  test('shows the newest first, with links to the customer and the staff preview of the QR code', async () => {
    const asked = catchCalls()
    await openScreen('/qrs/uri', user)
    expect(asked[0]?.path).toBe('/qrs/uri/history')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ page: '1', perPage: '10', sortField: 'updatedAt', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([change]))
    expect(headers()).toEqual(['URI', 'Now', 'Changed', 'Email', 'QR id', 'Customer'])
    const preview = screen.getByRole('link', { name: 'Preview summer-26 in a new tab' })
    expect([preview.getAttribute('href'), preview.getAttribute('target')]).toEqual(['https://qr.example.com/summer-26?crm=true', '_blank'])
    expect(screen.getByRole('link', { name: 'former: open customer #7' }).getAttribute('href')).toBe('/customers/7')
  })

  test.each([
    { length: 25, isSent: true },
    { length: 26, isSent: false },
  ])('sends a term of $length characters: $isSent [2.5 history search]', async ({ length, isSent }) => {
    const asked = catchCalls((_path, query) => (query.has('searchTerm') ? undefined : pageOf([change])))
    const { address } = await openScreen('/qrs/uri', user)
    const box = await screen.findByLabelText('Search address changes')
    fireEvent.change(box, { target: { value: 'x'.repeat(length) } })
    fireEvent.keyDown(box, { key: 'Enter' })
    if (isSent) await waitFor(() => expect(asked).toHaveLength(1))
    else expect(screen.getByRole('alert').textContent).toBe('Must have less than 25 characters.')
    expect(asked.map(({ query }) => query.get('searchTerm')?.length)).toEqual(isSent ? [25] : [])
    expect(address()).toBe(isSent ? `/qrs/uri?searchTerm=${'x'.repeat(25)}` : '/qrs/uri')
  })

  test('a link with an overlong term or the documented default applies no search [R19 history percent] [R19 no filter]', async () => {
    for (const term of ['x'.repeat(26), '%25']) {
      const asked = catchCalls()
      await openScreen(`/qrs/uri?searchTerm=${term}`, user)
      expect(asked[0]?.query.has('searchTerm')).toBe(false)
      cleanup()
    }
  })
})
