import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CustomerListQuery } from '../../src/contract/customers.ts'
import { InvoiceListQuery } from '../../src/contract/invoices.ts'
import { listQuery } from '../../src/contract/list.ts'
import { QrListQuery } from '../../src/contract/qrs.ts'

const Query = listQuery({ sorts: ['id', 'name'], defaultSort: { field: 'id', direction: 'desc' }, filters: () => ({}) })

function faultsOf(schema: typeof CustomerListQuery | typeof Query | typeof QrListQuery | typeof InvoiceListQuery, query: object): string[] {
  const parsed = schema.safeParse(query)
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'))
}

describe('the list parser (ruling 13)', () => {
  // [1.2 newest first] [1.9 page size] [2.9 page size]
  test('fills in defaults for missing parameters', () => {
    expect(Query.parse({})).toEqual({ page: 1, perPage: 10, sort: 'id', sortDirection: 'desc' })
  })

  test.each([
    [{ perPage: '20' }, { perPage: 20 }],
    [{ length: '50' }, { perPage: 50 }],
    [{ perPage: '20', length: '50' }, { perPage: 20 }],
    [{ sort: 'name' }, { sort: 'name', sortDirection: 'asc' }],
    [{ sortField: 'name' }, { sort: 'name', sortDirection: 'asc' }],
    [{ sort: 'id' }, { sort: 'id', sortDirection: 'desc' }],
    [
      { sortField: 'name', sortDirection: 'DESC' },
      { sort: 'name', sortDirection: 'desc' },
    ],
    [{ sortDirection: 'asc' }, { sort: 'id', sortDirection: 'asc' }],
    [{ page: '3' }, { page: 3 }],
    [{ page: 3 }, { page: 3 }],
    [
      { page: '', perPage: '', sort: '' },
      { page: 1, perPage: 10, sort: 'id' },
    ],
    [{ perPage: '150' }, { perPage: 150 }],
    [{ unheardOf: 'x', __proto__: null }, { page: 1 }],
  ])('parses %o [R13 list parser] [R13 spellings]', (sent, understood) => {
    expect(Query.parse(sent)).toMatchObject(understood)
  })

  test('drops aliases and unknown parameters [R13 unknown parameters] [R13 ill-typed]', () => {
    expect(Object.keys(Query.parse({ length: '20', sortField: 'name', other: '1' })).toSorted()).toEqual([
      'page',
      'perPage',
      'sort',
      'sortDirection',
    ])
  })

  // [R13 sort fields] [R13 unknown parameters] [R13 allow-list]
  test.each([
    [{ page: '0' }, 'page'],
    [{ page: '-1' }, 'page'],
    [{ page: '1.5' }, 'page'],
    [{ page: 'two' }, 'page'],
    [{ page: ['1', '2'] }, 'page'],
    [{ page: '1000001' }, 'page'],
    [{ perPage: '0' }, 'perPage'],
    [{ perPage: '151' }, 'perPage'],
    [{ length: '151' }, 'length'],
    [{ sort: 'password' }, 'sort'],
    [{ sortField: 'id; drop table' }, 'sortField'],
    [{ sortDirection: 'sideways' }, 'sortDirection'],
  ])('rejects %o with an error on %s', (sent, field) => {
    expect(faultsOf(Query, sent)).toEqual([field])
  })

  test('never throws and keeps page and perPage in bounds [R13 per page] [R13 up to 150]', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('page', 'perPage', 'length', 'sort', 'sortField', 'sortDirection', 'x'),
          fc.oneof(fc.string(), fc.integer().map(String), fc.array(fc.string())),
        ),
        (query) => {
          const parsed = Query.safeParse(query)
          if (!parsed.success) return
          expect(parsed.data.page).toBeGreaterThanOrEqual(1)
          expect(parsed.data.perPage).toBeGreaterThanOrEqual(1)
          expect(parsed.data.perPage).toBeLessThanOrEqual(150)
        },
      ),
    )
  })
})

describe('customer filters [1.7 list customers]', () => {
  test.each([
    [{}, true],
    [{ exactSearch: 'true' }, true],
    [{ exactSearch: 'false' }, false],
    [{ exactSearch: false }, false],
    [{ exactSearch: '0' }, true],
    [{ exactSearch: ['false'] }, true],
  ])('uses exact search by default: %o', (sent, exact) => {
    expect(CustomerListQuery.parse(sent).exactSearch).toBe(exact)
  })

  test.each([
    ['true', 'true'],
    [true, 'true'],
    ['1', undefined],
    ['false', undefined],
    [['true'], undefined],
  ])("a switch is 'true' or absent (ruling 19): %o [R19 true or absent]", (sent, understood) => {
    const query = CustomerListQuery.parse({ trialPlan: sent, isReferred: sent })
    expect([query.trialPlan, query.isReferred]).toEqual([understood, understood])
  })

  test('normalises the spelling of status and country [R33 two spellings]', () => {
    expect(CustomerListQuery.parse({ status: 'trialling', country: 'ES' })).toMatchObject({ status: 'trialing', country: 'es' })
  })

  test('trims the search term and strips null characters [2.5 trimmed terms]', () => {
    expect(CustomerListQuery.parse({ searchTerm: ' \u0000ana\u0000 ' }).searchTerm).toBe('ana')
  })

  test.each([
    [{ last4: '123' }, 'last4'],
    [{ last4: '12a4' }, 'last4'],
    [{ expiryMonth: '13' }, 'expiryMonth'],
    [{ expiryYear: 'soon' }, 'expiryYear'],
    [{ status: 'happy' }, 'status'],
    [{ country: 'spain' }, 'country'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '-5' }, 'to'],
    [{ referredBy: '0' }, 'referredBy'],
    [{ referredBy: '2147483648' }, 'referredBy'],
    [{ searchTerm: 'x'.repeat(321) }, 'searchTerm'],
  ])('rejects %o with an error on %s', (sent, field) => {
    expect(faultsOf(CustomerListQuery, sent)).toEqual([field])
  })
})

describe('QR and invoice filters', () => {
  // [R33 two spellings] [2.3 qr types] [2.9 qr sort]
  test('QRs default to uri search, newest first; both spellings of a type work', () => {
    expect(QrListQuery.parse({ type: 'url-static' })).toMatchObject({
      searchMode: 'uri',
      exactSearch: false,
      sort: 'createdAt',
      sortDirection: 'desc',
      type: 'urlStatic',
    })
    expect(QrListQuery.parse({ exactSearch: 'true' }).exactSearch).toBe(true)
  })

  test.each([
    [{ type: 'poster' }, 'type'],
    [{ searchMode: 'content' }, 'searchMode'],
    [{ customer: 'abc' }, 'customer'],
    [{ customer: '99999999999' }, 'customer'],
    [{ sort: 'name' }, 'sort'],
  ])('QRs reject %o with an error on %s', (sent, field) => {
    expect(faultsOf(QrListQuery, sent)).toEqual([field])
  })

  test.each([
    [{ month: '0' }, 'month'],
    [{ month: '13' }, 'month'],
    [{ year: '2021' }, 'year'],
    [{ user: '-1' }, 'user'],
    [{ invoiceId: '2147483648' }, 'invoiceId'],
  ])('invoices reject %o with an error on %s', (sent, field) => {
    expect(faultsOf(InvoiceListQuery, sent)).toEqual([field])
  })
})
