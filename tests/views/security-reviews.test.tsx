import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import type { TrackerRow, WebriskRow } from '../../src/contract/webrisk.ts'
import { whoisText } from '../../src/views/webrisk/webrisk-list.tsx'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { choicesIn, openFilter, pickFilter, pillText, removeFilter, setFilters } from './support/filters.ts'
import { cellsOf, headers, rows } from './support/table.ts'

const queryOf = (asked: { query: URLSearchParams } | undefined) => Object.fromEntries(asked?.query ?? [])

describe('the web-risk list [2.1 webrisk and abuse]', () => {
  const anEntry = (id: number, facts: Partial<WebriskRow> = {}): WebriskRow => ({
    id,
    url: `https://risk-${id}.test/pay`,
    type: 'url',
    visits: 12,
    score: 50,
    status: 2,
    email: `c${id}@example.com`,
    whoisDate: null,
    createdAt: 1_795_057_874,
    qr: 41,
    user: 7,
    qrInfo: { name: 'Menu', uri: 'aB3', status: 1, stopped: 0 },
    ...facts,
  })
  // [2.2 webrisk] [2.2 webrisk filter] [2.4 webrisk status] [2.4 webrisk filter] [2.9 security sort]
  test('requests unsafe entries, newest first, unless the URL says otherwise', async () => {
    const asked = catchCalls()
    const { address } = await openScreen('/security/webrisk', user)
    expect(asked[0]?.path).toBe('/webrisk')
    expect(queryOf(asked[0])).toEqual({ page: '1', perPage: '10', sort: 'createdAt', sortDirection: 'desc', status: '2' })
    await asked[0]?.answer(pageOf([anEntry(1)]))
    expect(setFilters()).toEqual(['Status: unsafe'])
    expect(choicesIn(await openFilter('Status'))).toEqual(['All statuses', 'init', 'safe', 'unsafe', 'unknown'])
    fireEvent.click(screen.getByRole('option', { name: 'All statuses' }))
    await waitFor(() => expect(address()).toBe('/security/webrisk?status=any'))
    expect(pillText('Status')).toBe('Status')
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(queryOf(asked[1])).toEqual({ page: '1', perPage: '10', sort: 'createdAt', sortDirection: 'desc' })
    await pickFilter('Status', 'init')
    await waitFor(() => expect(queryOf(asked[2])).toMatchObject({ status: '0' }))
    await pickFilter('Status', 'unsafe')
    await waitFor(() => expect(address()).toBe('/security/webrisk'))
    removeFilter('Status: unsafe')
    await waitFor(() => expect(address()).toBe('/security/webrisk?status=any'))
  })

  test.each([
    ['/security/webrisk?status=2', '/security/webrisk'],
    ['/security/webrisk?status=4', '/security/webrisk'],
    ['/security/webrisk?status=any', '/security/webrisk?status=any'],
    ['/security/webrisk?status=1&perPage=20', '/security/webrisk?status=1&perPage=20'],
  ])('%s is normalised to %s', async (given, read) => {
    catchCalls(() => pageOf([anEntry(1)]))
    const { address } = await openScreen(given, user)
    await screen.findByRole('link', { name: /risk-1/ })
    expect(address()).toBe(read)
  })

  test('reads its page size from the documented key', async () => {
    window.localStorage.setItem('webriskEntries', '20')
    const asked = catchCalls()
    await openScreen('/security/webrisk', user)
    expect(queryOf(asked[0])).toMatchObject({ perPage: '20' })
  })

  test('searches within the filter after a 400 ms pause in typing [2.9 security search delay]', async () => {
    const asked = catchCalls((_path, query) => (query.has('searchTerm') ? undefined : pageOf([anEntry(1)])))
    await openScreen('/security/webrisk', user)
    const box = await screen.findByLabelText('Search web-risk entries')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(box, { target: { value: ' pay ' } })
    await act(async () => vi.advanceTimersByTimeAsync(399))
    expect(asked).toHaveLength(0)
    await act(async () => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(queryOf(asked[0])).toMatchObject({ searchTerm: 'pay', status: '2' }))
  })

  // [2.2 webrisk columns] [2.2 webrisk visits] [2.2 webrisk customer]
  test('shows visits, or the score if visits is missing; 0 counts as a value', async () => {
    catchCalls(() =>
      pageOf([
        anEntry(1, { visits: 0, score: 50 }),
        anEntry(2, { visits: null, score: 50 }),
        anEntry(3, { visits: null, score: null, email: null, user: null, qr: null, qrInfo: null }),
      ]),
    )
    await openScreen('/security/webrisk', user)
    await screen.findByRole('link', { name: /risk-1/ })
    expect(headers()).toEqual(['', 'URL', 'Type', 'Visits/score', 'Status', 'Email', 'Whois date', 'Created', 'Actions'])
    expect([0, 1, 2].map((row) => cellsOf(row)[3])).toEqual(['0', '50', '—'])
    expect(cellsOf(0)[6]).toBe('-')
    expect(within(rows()[0] as HTMLElement).getAllByRole('cell')[7]?.title).toMatch(/^\d\d-\d\d-2026 \d\d:\d\d:\d\d$/)
    // A row without a customer has no link: it opens its menu.
    expect(within(rows()[2] as HTMLElement).queryAllByRole('link')).toHaveLength(1)
    const customer = screen.getByRole('link', { name: 'c1@example.com: open customer #7 in a new tab' })
    expect([customer.getAttribute('href'), customer.getAttribute('target')]).toEqual(['/customers/7', '_blank'])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.test', 'x.test', 'https://127.0.0.1:4710@evil.example/'])(
    'never renders %s as a link',
    async (url) => {
      catchCalls(() => pageOf([anEntry(1, { url })]))
      await openScreen('/security/webrisk', user)
      await waitFor(() => expect(rows()[0]?.textContent).toContain(url))
      expect(screen.queryByRole('link', { name: /^Open in a new tab/ })).toBeNull()
    },
  )

  // [1.2 back to page 1] [2.4 webrisk buttons] [2.4 back to page 1] [2.8 review status]
  test('a row button sets the status and returns to page 1; the current status is disabled with a reason', async () => {
    let changed = false
    const asked = catchCalls((path, query) => {
      const page = Number(query.get('page'))
      return path === '/webrisk' ? pageOf(changed ? [anEntry(3)] : [anEntry(page)], changed ? 24 : 25, page) : undefined
    })
    const { address } = await openScreen('/security/webrisk?page=2', user)
    await screen.findByRole('link', { name: /risk-2/ })
    const unsafe = screen.getByRole('button', { name: /^Mark unsafe: .* – unavailable: Already unsafe\.$/ })
    expect(unsafe.getAttribute('aria-disabled')).toBe('true')
    expect([...document.querySelectorAll('[data-tone="danger"]')]).toEqual([unsafe])
    fireEvent.click(unsafe)
    expect(asked).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Mark safe: https://risk-2.test/pay' }))
    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/webrisk/2/status']))
    changed = true
    await asked[0]?.answer({ success: true, auditId: 5, undoable: true })
    await waitFor(() => expect(address()).toBe('/security/webrisk'))
    await screen.findByText('Status changed: https://risk-2.test/pay is safe. Filtered out.')
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull()
  })

  test('a failed change shows an error and stays on the same page [2.8 review status]', async () => {
    const asked = catchCalls((path) => (path === '/webrisk' ? pageOf([anEntry(11)], 25, 2) : undefined))
    const { address } = await openScreen('/security/webrisk?page=2', user)
    fireEvent.click(await screen.findByRole('button', { name: /^Mark safe/ }))
    await waitFor(() => expect(asked).toHaveLength(1))
    await asked[0]?.answer({ statusCode: 409, error: 'stale', message: 'Web-risk entry 11 has become safe in the meantime.' }, 409)
    await screen.findByText(/Web-risk entry 11 has become safe in the meantime/)
    expect(address()).toBe('/security/webrisk?page=2')
  })
})

test.each<[number | null, string]>([
  [null, '-'],
  [1_795_057_874, '19/11/2026 (0 d)'],
  [1_795_057_874 - 86_400, '18/11/2026 (1 d)'],
  [1_795_057_874 - 400 * 86_400 - 86_399, '14/10/2025 (400 d)'],
  // The clock is slow, but the age is never below 0.
  [1_795_057_874 + 90_000, '20/11/2026 (0 d)'],
])('a whois date of %s shows as %s [2.2 webrisk whois] [2.9 date formats]', (whoisDate, text) => {
  expect(whoisText(whoisDate, 1_795_057_874)).toBe(text)
})

describe('the web-risk logs', () => {
  const aRow = (id: number, facts: Partial<TrackerRow> = {}): TrackerRow => ({
    id,
    qr: 41,
    reason: 'phishing target',
    url: 'https://evil.test/x',
    userBanned: false,
    unsafeDomains: ['evil.test'],
    createdAt: 1_795_057_874,
    user: 7,
    ...facts,
  })
  // [1.2 tracker entries] [2.2 webrisk log] [2.2 webrisk log row]
  test('requests all logs with the page size from the documented key; links QR code and customer, never an unsafe URL', async () => {
    window.localStorage.setItem('webriskTrackerEntries', '50')
    const asked = catchCalls()
    await openScreen('/security/webrisk-logs', user)
    expect(asked[0]?.path).toBe('/webrisk/tracker')
    expect(queryOf(asked[0])).toEqual({ page: '1', perPage: '50', sort: 'createdAt', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([aRow(1, { userBanned: true }), aRow(2, { qr: null, user: null, unsafeDomains: [] })], 2, 1, 50))
    expect(headers()).toEqual(['Created', 'QR', 'Reason', 'URL', 'Unsafe domains', 'User banned', 'Customer', 'Actions'])
    expect(cellsOf(0).slice(1, 7)).toEqual(['41', 'phishing target', 'https://evil.test/x', 'evil.test', 'banned', '#7'])
    expect(cellsOf(1).slice(1, 7)).toEqual(['—', 'phishing target', 'https://evil.test/x', '—', 'No', '—'])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/qrs?searchTerm=41&exactSearch=true',
      '/customers/7',
      '/customers/7',
    ])
  })

  test('lists all unsafe domains in a dialog if there are several [R48 unsafe domains]', async () => {
    catchCalls(() => pageOf([aRow(1, { unsafeDomains: ['evil.test', 'redirect.test', 'xn--pypal-4ve.example'] })]))
    await openScreen('/security/webrisk-logs', user)
    fireEvent.click(await screen.findByRole('button', { name: '+2: all 3 unsafe domains' }))
    const dialog = await screen.findByRole('dialog', { name: /Unsafe domains/ })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['evil.test', 'redirect.test', 'xn--pypal-4ve.example'])
  })
})

describe('without role 1', () => {
  // [2.2 webrisk] [2.2 webrisk log] [2.2 abuse]
  test.each(['/security/webrisk', '/security/webrisk-logs', '/security/abuse'] as const)(
    '%s redirects to the customers without a request of its own',
    async (path) => {
      const asked = catchCalls()
      const { address } = await openScreen(path, {
        ...user,
        rol: 2,
        capabilities: capabilitiesOf(2),
      })
      expect(address()).toBe('/customers')
      expect(asked.filter(({ path: asks }) => !asks.startsWith('/customers'))).toEqual([])
    },
  )
})
