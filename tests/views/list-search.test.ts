import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListSearchSpec } from '../../src/layout/list/list-search.ts'
import { readListSearch, requestOf } from '../../src/layout/list/list-search.ts'
import { invoicesOf, invoicesSearchOf } from '../../src/layout/records/invoices-search.ts'
import { qrsSearch } from '../../src/layout/records/qrs-search.ts'
import { abuseSource } from '../../src/views/abuse/search.ts'
import { analysisSearch } from '../../src/views/analysis/search.ts'
import { customersSearch } from '../../src/views/customers/search.ts'
import { domainSources } from '../../src/views/domains/search.ts'
import { countriesSearch } from '../../src/views/general/search.ts'
import { webriskSource } from '../../src/views/webrisk/search.ts'

const nothing = () => null
const remembering = (values: Record<string, string>) => (key: string) => values[key] ?? null

/** The state without undefined parameters. */
const read = (raw: Record<string, unknown>, stored: (key: string) => string | null = nothing, spec = customersSearch) =>
  Object.fromEntries(Object.entries(readListSearch(spec, raw, stored)).filter(([, value]) => value !== undefined))

describe('a list URL', () => {
  test('omits defaults [R22 state in url] [R22 storage fills]', () => {
    expect(read({})).toEqual({})
    expect(
      read({ page: '1', perPage: '10', sort: 'id', sortDirection: 'desc', exactSearch: 'true', searchTerm: '  ', trialPlan: 'false' }),
    ).toEqual({})
  })

  test('keeps other values, whether strings, numbers or booleans', () => {
    const state = { page: '2', perPage: '20', sort: 'email', sortDirection: 'desc', exactSearch: 'false', searchTerm: '8812' }
    expect(read(state)).toEqual(state)
    expect(read({ page: 2, perPage: 20, exactSearch: false, searchTerm: 8812, trialPlan: true })).toEqual({
      page: '2',
      perPage: '20',
      exactSearch: 'false',
      searchTerm: '8812',
      trialPlan: 'true',
    })
  })

  test('parses its own output unchanged [R34 last4]', () => {
    const once = read({ page: '3', country: 'ES', status: 'trialling', from: '1700000000', to: '1700086399', last4: '0042' })
    expect(once).toEqual({ page: '3', country: 'es', status: 'trialing', from: '1700000000', to: '1700086399', last4: '0042' })
    expect(read(once)).toEqual(once)
  })

  test.each([
    ['page', 'minus'],
    ['page', '0'],
    ['page', ['2', '3']],
    ['page', { evil: true }],
    ['perPage', '7'],
    ['perPage', '7000'],
    ['sort', 'evil'],
    ['sortDirection', 'up'],
    ['status', 'nonsense'],
    ['country', 'Spain'],
    ['last4', '12'],
    ['expiryMonth', '13'],
    ['expiryYear', '2001'],
    ['referredBy', '-1'],
    ['unknown', 'x'],
  ])('ignores an invalid %s and keeps the rest', (name, value) => {
    expect(read({ [name]: value, searchTerm: 'ana' })).toEqual({ searchTerm: 'ana' })
  })

  test('sets rejected parameters to undefined, so that they leave the URL', () => {
    expect(readListSearch(customersSearch, { page: 'minus' }, nothing)).toHaveProperty('page', undefined)
  })

  test.each([{ from: '1700000000' }, { to: '1700000000' }, { from: '1700086399', to: '1700000000' }, { from: 'x', to: '1700000000' }])(
    'drops an invalid range: %o [2.5 date range]',
    (range) => expect(read(range)).toEqual({}),
  )

  test('has a default direction for each sort field', () => {
    expect(read({ sort: 'email', sortDirection: 'asc' })).toEqual({ sort: 'email' })
    expect(read({ sort: 'id', sortDirection: 'asc' })).toEqual({ sortDirection: 'asc' })
    expect(requestOf(customersSearch, { sort: 'email' })).toMatchObject({ sort: 'email', sortDirection: 'asc' })
  })
})

describe('browser storage', () => {
  test('fills in parameters missing from the URL [R22 filled from browser] [R22 storage fills]', () => {
    expect(read({}, remembering({ customerEntries: '20', 'config.customerStatusFilter': 'active' }))).toEqual({
      perPage: '20',
      status: 'active',
    })
  })

  test('yields to the URL, even if the URL states a default [R22 filled from browser]', () => {
    const stored = remembering({ customerEntries: '20', 'config.customerStatusFilter': 'active' })
    expect(read({ perPage: '50', status: 'canceled' }, stored)).toEqual({ perPage: '50', status: 'canceled' })
    const none = read({ perPage: '10', status: 'any' }, stored)
    expect(none).toEqual({ perPage: '10', status: 'any' })
    expect(requestOf(customersSearch, none)).toMatchObject({ perPage: 10 })
    expect(requestOf(customersSearch, none).status).toBeUndefined()
  })

  test('falls back to the general page size [1.2 entries fallback] [R22 shared page sizes]', () => {
    expect(read({}, remembering({ 'config.entries': '50' }))).toEqual({ perPage: '50' })
    expect(read({}, remembering({ 'config.entries': '50', customerEntries: '10' }))).toEqual({})
  })

  // [1.2 other entries] [2.2 invoice page sizes] [2.2 countries page size] [2.9 page size keys]
  test.each<[string, Pick<ListSearchSpec, 'pageSizeKey'>, string]>([
    ['customerEntries', customersSearch, '20'],
    ['qrEntries', qrsSearch, '20'],
    ['customerInvoicesEntries', invoicesSearchOf({ user: '12' }), '20'],
    ['invoicesEntries', invoicesSearchOf({}), '20'],
    ['countriesMrrEntries', countriesSearch, '20'],
    ['analysisEntries', analysisSearch, '100'],
    ['blacklistedDomainsEntries', domainSources.blacklisted.search, '20'],
    ['whitelistedDomainsEntries', domainSources.whitelisted.search, '20'],
    ['webriskEntries', webriskSource.search, '20'],
    ['abuseEntries', abuseSource.search, '20'],
  ])('provides the page size under the documented key %s', (key, spec, size) => {
    expect(spec.pageSizeKey).toBe(key)
    expect(read({}, remembering({ [key]: size }), spec as typeof customersSearch)).toEqual({ perPage: size })
  })

  test.each(['{"%%', '', '999', 'null', '15'])('is ignored if it holds %j', (text) => {
    expect(read({}, remembering({ customerEntries: text, 'config.entries': text, 'config.customerStatusFilter': text }))).toEqual({})
  })

  describe('in a browser that denies access', () => {
    test('is treated as empty', () => {
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError')
      })
      expect(Object.values(readListSearch(customersSearch, {}))).toEqual([])
    })
  })
})

describe('the initial page size', () => {
  test.each([
    [768, undefined],
    [889, undefined],
    [890, '20'],
    [1200, '20'],
    [1849, '20'],
    [1850, '50'],
  ])('in a window %i pixels high is %s', (height, perPage) => {
    vi.stubGlobal('innerHeight', height)
    expect(readListSearch(customersSearch, {}, nothing)['perPage']).toBe(perPage)
  })

  test('yields to a stored or requested one', () => {
    vi.stubGlobal('innerHeight', 1200)
    expect(readListSearch(customersSearch, {}, () => '10')['perPage']).toBeUndefined()
    expect(readListSearch(customersSearch, { perPage: '50' }, nothing)['perPage']).toBe('50')
  })
})

describe('QR codes', () => {
  test("are searched by uri by default, and accept the palette's exact search", () => {
    const qrs = (raw: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(readListSearch(qrsSearch, raw, nothing)).filter(([, value]) => value !== undefined))
    expect(qrs({ searchMode: 'uri' })).toEqual({})
    expect(qrs({ searchTerm: 'menu', exactSearch: 'true', type: 'url-static' })).toEqual({
      searchTerm: 'menu',
      exactSearch: 'true',
      type: 'urlStatic',
    })
    expect(qrs({ exactSearch: 'true' })).toEqual({})
    expect(requestOf(qrsSearch, {})).toMatchObject({ searchMode: 'uri', sort: 'createdAt', sortDirection: 'desc' })
  })
})

describe('invoices', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T23:30:00Z') }))

  const invoices = (raw: Record<string, unknown>, stored = nothing as (key: string) => string | null) => {
    const spec = invoicesSearchOf(raw)
    const search = readListSearch(spec, raw, stored)
    const [, , query] = invoicesOf(requestOf(spec, search)).queryKey
    return { search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)), query }
  }

  test('default to the current month in Madrid, which the URL omits [2.7 invoices] [2.9 invoice years]', () => {
    expect(invoices({})).toMatchObject({ search: {}, query: { month: 12, year: 2026 } })
    expect(invoices({ month: '12', year: '2026' }).search).toEqual({})
    expect(invoices({ month: '3' })).toMatchObject({ search: { month: '3', year: '2026' }, query: { month: 3, year: 2026 } })
    expect(invoices({ month: '3', year: '2021' }).search).toEqual({ month: '3', year: '2026' })
  })

  test('are found by id in any month', () => {
    const { search, query } = invoices({ invoiceId: '12', month: '3', year: '2025' })
    expect(search).toEqual({ invoiceId: '12', month: '3', year: '2025' })
    expect(query).not.toHaveProperty('month')
    expect(query).not.toHaveProperty('year')
  })

  test('of one customer ignore the month and have their own page size [1.2 invoices entries]', () => {
    const { search, query } = invoices({ user: '12' }, remembering({ customerInvoicesEntries: '50', invoicesEntries: '20' }))
    expect(search).toEqual({ user: '12', perPage: '50' })
    expect(query).not.toHaveProperty('month')
  })
})
