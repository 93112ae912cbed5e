import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { qrTypeWords } from '../../src/contract/qr-type-words.ts'
import { qrTypes } from '../../src/contract/qrs.ts'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { choicesIn, openFilter, pill } from './support/filters.ts'
import { aQr } from './support/qr.ts'

const header = (name: string) => screen.getByRole('columnheader', { name })
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)

describe('the QR list', () => {
  // [2.2 qrs] [2.2 qr columns] [2.2 qr default sort] [2.3 virus]
  test('requests the newest first and shows the documented columns', async () => {
    const asked = catchCalls()
    await openScreen('/qrs', user)
    expect(asked[0]?.path).toBe('/qrs')
    const query = Object.fromEntries(asked[0]?.query ?? [])
    expect(query).toMatchObject({ page: '1', perPage: '10', sort: 'createdAt', sortDirection: 'desc', searchMode: 'uri' })
    await asked[0]?.answer(pageOf([aQr(12, { virus: true, stopped: 1 }), aQr(11, { name: '' })]))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Id',
      'Name',
      'Owner',
      'Type',
      'Created',
      'Updated',
      'Scans',
      'Visits',
      'Virus',
      'Status',
      'URI',
      'Actions',
    ])
    const cells = rows().map((row) => within(row).getAllByRole('cell'))
    const texts = (row: number) => [5, 7, 8, 9, 10].map((cell) => cells[row]?.[cell]?.textContent)
    expect(texts(0)).toEqual([
      expect.stringContaining('15-06-2026 10:00:00'),
      expect.stringContaining('1.204'),
      expect.stringContaining('0'),
      expect.stringContaining('true'),
      expect.stringContaining('stopped'),
    ])
    // The relative time, with the exact time on hover.
    expect(cells[0]?.[6]?.title).toBe('15-06-2026 11:00:00')
    expect(texts(1).slice(3)).toEqual([expect.stringMatching(/—$/), expect.stringContaining('active')])
    expect(screen.getAllByRole('link', { name: '#7' })[0]?.getAttribute('href')).toBe('/customers/7')
    expect(screen.getByRole('link', { name: 'Menu 12' }).getAttribute('href')).toMatch(/[?&]panel=qr-12$/)
  })

  test('can be sorted only by dates, scans, visits and virus [2.2 qr sorting]', async () => {
    catchCalls(() => pageOf([aQr(12)]))
    const { address } = await openScreen('/qrs', user)
    await screen.findByText('Menu 12')
    expect(header('Created').getAttribute('aria-sort')).toBe('descending')
    for (const name of ['Created', 'Updated', 'Scans', 'Visits', 'Virus']) within(header(name)).getByRole('button')
    for (const name of ['Name', 'Type', 'Status', 'URI']) expect(within(header(name)).queryByRole('button')).toBeNull()
    fireEvent.click(within(header('Scans')).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/qrs?sort=scans&sortDirection=desc'))
    expect(header('Scans').getAttribute('aria-sort')).toBe('descending')
  })

  // [2.2 qr search] [2.2 qr search mode] [2.5 trimmed terms] [2.9 search delay] [2.9 search modes]
  test('searches by uri, or by name if chosen, with a trimmed term after a 500 ms pause in typing', async () => {
    const asked = catchCalls((_path, query) => (query.has('searchTerm') ? undefined : pageOf([aQr(12)])))
    await openScreen('/qrs', user)
    const box = await screen.findByLabelText('Search QR codes')
    const mode = screen.getByLabelText<HTMLSelectElement>('Search mode')
    expect([mode.value, ...[...mode.options].map(({ value }) => value)]).toEqual(['uri', 'uri', 'name', 'target'])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(box, { target: { value: ' menu ' } })
    await act(async () => vi.advanceTimersByTimeAsync(499))
    expect(asked).toHaveLength(0)
    await act(async () => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(asked).toHaveLength(1))
    expect([asked[0]?.query.get('searchTerm'), asked[0]?.query.get('searchMode')]).toEqual(['menu', 'uri'])
    await asked[0]?.answer(pageOf([aQr(12)]))
    fireEvent.change(mode, { target: { value: 'name' } })
    await waitFor(() => expect(asked).toHaveLength(2))
    expect([asked[1]?.query.get('searchTerm'), asked[1]?.query.get('searchMode')]).toEqual(['menu', 'name'])
  })

  // [2.2 qr dates] [2.2 qr type] [2.3 qr types]
  test('offers the documented types and the creation date as filters', async () => {
    const asked = catchCalls((_path, query) => (query.has('type') ? undefined : pageOf([aQr(12)])))
    await openScreen('/qrs', user)
    await screen.findByRole('search')
    expect(pill('Created')).not.toBeNull()
    const panel = await openFilter('Type')
    expect(choicesIn(panel)).toEqual(['All types', ...qrTypes.map(qrTypeWords)])
    expect(qrTypes.join(' ')).toBe(
      'url images menu video pdf app vcard-plus business link-list mp3 product barcode coupon feedback playlist event landing ' +
        'text urlStatic wifi vcard email sms whatsapp',
    )
    fireEvent.click(panel.getByRole('option', { name: 'vCard Plus' }))
    await waitFor(() => expect(asked[0]?.query.get('type')).toBe('vcard-plus'))
  })

  test('offers page sizes of 10, 20 and 50 and stores the choice under the documented key [2.2 qr page size] [2.9 page size]', async () => {
    const asked = catchCalls((_path, query) => (query.get('perPage') === '20' ? undefined : pageOf([aQr(12)])))
    await openScreen('/qrs', user)
    const size = await screen.findByLabelText<HTMLSelectElement>('a page')
    expect([...size.options].map(({ value }) => value)).toEqual(['10', '20', '50'])
    fireEvent.change(size, { target: { value: '20' } })
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(window.localStorage.getItem('qrEntries')).toBe('20')
    cleanup()
    const again = catchCalls()
    await openScreen('/qrs', user)
    expect(again[0]?.query.get('perPage')).toBe('20')
  })

  // [2.1 manage qrs] [2.2 row customer] [2.2 own page alone]
  test('offers every documented row action and none for all of a customer’s QR codes', async () => {
    catchCalls(() => pageOf([aQr(12)]))
    await openScreen('/qrs', user)
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Menu 12' }))
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.dataset['title'] ?? '')
    for (const title of [
      'preview',
      'edit media',
      'open its customer',
      'change status',
      'change uri',
      'whitelist',
      'send cafesol.example to the blacklist',
      'transfer',
    ])
      expect(items).toContain(title)
    expect(items.filter((title) => /all qr codes/.test(title))).toEqual([])
  })

  test('says in the menu which statuses there are, and goes there by their first letter', async () => {
    catchCalls(() => pageOf([aQr(12)]))
    await openScreen('/qrs', user)
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Menu 12' }))
    const status = await screen.findByRole('menuitem', { name: /^Change status/ })
    expect(status.textContent).toContain('Blocked, Deleted, Stopped')
    fireEvent.keyDown(document.activeElement ?? status, { key: 'b' })
    expect(document.activeElement).toBe(status)
  })

  // [2.4 status options] [2.8 status failed]
  test('offers blocked, active, deleted and stopped as statuses and shows a failed change in the dialog', async () => {
    const asked = catchCalls((path) => (path === '/qrs' ? pageOf([aQr(12)]) : undefined))
    await openScreen('/qrs', user)
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Menu 12' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Change status/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Change status' })
    const options = (await within(dialog).findAllByRole<HTMLInputElement>('radio')).map(({ value }) => value)
    expect(options).toEqual(['blocked', 'active', 'deleted', 'stopped'])
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Stopped' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change to stopped' }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/qrs/12/status']))
    await asked[0]?.answer({ statusCode: 409, error: 'unavailable_action', message: 'Already stopped.' }, 409)
    await within(dialog).findByText('Not done: Already stopped.')
  })

  test('whitelists a QR code from its row menu, which then shows it as already whitelisted [2.2 row whitelist]', async () => {
    let whitelisted = false
    const asked = catchCalls((path) => (path === '/qrs' ? pageOf([aQr(12, { whitelisted })]) : undefined))
    await openScreen('/qrs', user)
    const openItem = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Actions: Menu 12' }))
      return screen.findByRole('menuitem', { name: /^Whitelist/ })
    }
    fireEvent.click(await openItem())
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Whitelist' }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/qrs/12/whitelist']))
    whitelisted = true
    await asked[0]?.answer({ success: true, auditId: 5, undoable: true })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const item = await openItem()
    await waitFor(() => expect(item.textContent).toContain('unavailable: Already whitelisted.'))
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the other QR code search boxes', () => {
  test.each([
    {
      name: 'Search archived QR codes by URI',
      param: 'uri',
      openPage: () => openScreen('/qrs/archived', user),
    },
    {
      name: 'Search address changes',
      param: 'searchTerm',
      openPage: () => openScreen('/qrs/uri', user),
    },
  ])('$name: searches after a 500 ms pause in typing [2.9 search delay]', async ({ name, param, openPage }) => {
    const asked = catchCalls((_path, query) => (query.has(param) ? undefined : pageOf([])))
    await openPage()
    const box = await screen.findByLabelText(name)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(box, { target: { value: ' old ' } })
    await act(async () => vi.advanceTimersByTimeAsync(499))
    expect(asked).toHaveLength(0)
    await act(async () => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(asked[0]?.query.get(param)).toBe('old'))
  })
})
