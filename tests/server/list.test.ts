import { and, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetLargeFilters, largeCount } from '../../server/db/list/large-filters.ts'
import { boundOf, idFromText, isSubstringSearchable, listPage, splitByIndex } from '../../server/db/list/list.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { usedUris } from '../../server/db/schema/qrs.ts'
import { countLimit } from '../../src/contract/list.ts'
import { describeDatabase, describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'

/** How a source may state its condition: so that an index answers it in order, or not. */
const ways: [string, (condition: SQL) => { within?: SQL; where?: SQL; isSearched?: boolean }][] = [
  ['an index', (within) => ({ within })],
  ['no index', (where) => ({ where })],
  ['an index and more', (where) => ({ within: sql`true`, where })],
  ['an index of text', (where) => ({ where, isSearched: true })],
]

describeEngines('a page of a list', (engine) => {
  const database = engine.use()
  const countries = ['es', 'fr', null, 'de', 'es', 'fr', null, 'es', 'de', 'fr', 'es', 'es']

  beforeAll(async () => {
    await insertCustomers(
      database.current,
      countries.map((country) => ({ country })),
    )
  })

  const ask = async (
    way: (typeof ways)[number][1],
    request: { page: number; perPage: number; sortDirection: 'asc' | 'desc' },
    where = sql`true`,
  ) => {
    const source = { table: customers, columns: { id: customers.id }, ...way(where), sortBy: sql`${customers.country} collate "C"` }
    const { rows, pagination } = await listPage(database.current.orm, source, request)
    return { ids: rows.map(({ id }) => id), pagination }
  }
  const ascending = [4, 9, 1, 5, 8, 11, 12, 2, 6, 10, 3, 7]

  describe.each(ways)('with a condition answered by %s', (_name, way) => {
    test('is sorted, nulls last, with ties by id [R13 sort fields] [R13 tie-break]', async () => {
      const { ids, pagination } = await ask(way, { page: 1, perPage: 150, sortDirection: 'asc' })
      expect(ids).toEqual(ascending)
      expect(pagination).toMatchObject({ total_results: 12, total_pages: 1, results: 12 })
    })

    test('is reversed in descending order', async () => {
      expect((await ask(way, { page: 1, perPage: 150, sortDirection: 'desc' })).ids).toEqual(ascending.toReversed())
    })

    test('pages cover every row exactly once [R13 tie-break]', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => ask(way, { page, perPage: 5, sortDirection: 'asc' })))
      expect(pages.flatMap(({ ids }) => ids)).toEqual(ascending)
      expect(pages[2]?.pagination).toMatchObject({ current_page: 3, results: 2, first_result: 11, last_result: 12 })
    })

    test('past the end returns the last page (ruling 13) [R13 past the end] [R13 last page]', async () => {
      for (const page of [4, 2_000, 1_000_000]) {
        const last = await ask(way, { page, perPage: 5, sortDirection: 'asc' })
        expect(last.ids).toEqual([3, 7])
        expect(last.pagination).toMatchObject({ current_page: 3, next_page: null })
      }
    })

    test('contains only matching rows', async () => {
      const { ids, pagination } = await ask(way, { page: 1, perPage: 4, sortDirection: 'desc' }, eq(customers.country, 'es'))
      expect(ids).toEqual([12, 11, 8, 5])
      expect(pagination.total_results).toBe(5)
    })

    test('is empty if nothing matches', async () => {
      const { ids, pagination } = await ask(way, { page: 3, perPage: 5, sortDirection: 'asc' }, eq(customers.country, 'zz'))
      expect(ids).toEqual([])
      expect(pagination).toMatchObject({ current_page: 1, total_results: 0, first_result: 0, last_result: 0, total_pages: 1 })
    })
  })
})

describeDatabase('a long list', (engine) => {
  const database = engine.use()
  const rows = countLimit + 5_000

  beforeAll(async () => {
    await database.current.orm.execute(sql`
      insert into customers (id, email, created_at, updated_at, search_keys, search_text, name_key)
      select n, 'c' || n || '@example.com', n * 1000, n, array[n::text], n::text, '' from generate_series(1, ${rows}::int) n`)
  })
  afterAll(() => database.empty())

  const ask = async (
    source: { within?: SQL | undefined; where?: SQL | undefined; bound?: SQL | undefined },
    page: number,
    perPage = 150,
    direction: 'asc' | 'desc' = 'desc',
  ) => {
    const { rows: found, pagination } = await listPage(
      database.current.orm,
      { table: customers, columns: { id: customers.id }, sortBy: customers.id, ...source },
      { page, perPage, sortDirection: direction },
    )
    return { ids: found.map(({ id }) => id), pagination }
  }

  test.each(ways)('is counted and paged only up to the limit: by %s', async (_name, way) => {
    const first = await ask(way(sql`true`), 1)
    expect(first.pagination).toMatchObject({ total_results: countLimit, total_pages: 67, total_capped: true })
    expect(first.ids[0]).toBe(rows)
    const last = await ask(way(sql`true`), 1_000)
    expect(last.pagination).toMatchObject({ current_page: 67, results: 100, has_next_page: false })
    expect(last.ids).toHaveLength(100)
    expect(last.ids.at(-1)).toBe(rows - countLimit + 1)
  })

  test('finds many matches at the far end, in order', async () => {
    const far = { where: lte(customers.id, countLimit + 500) }
    expect((await ask(far, 1, 10)).ids).toEqual(Array.from({ length: 10 }, (_, index) => countLimit + 500 - index))
    expect((await ask(far, 1, 10)).pagination).toMatchObject({ total_results: countLimit, total_capped: true })
    expect((await ask({ where: gte(customers.id, 4_000) }, 1, 3, 'asc')).ids).toEqual([4_000, 4_001, 4_002])
  })

  describe('limited to a period', () => {
    const time = { table: customers, key: customers.id, time: customers.createdAt }
    const inPeriod = (from: number, to: number, direction: 'asc' | 'desc') => ({
      where: sql`${customers.createdAt} between ${from} and ${to}`,
      bound: boundOf(time, { from, to }, direction),
    })

    test('starts at the ids of that period', async () => {
      expect((await ask(inPeriod(1_000_000, 13_000_000, 'desc'), 1, 3)).ids).toEqual([13_000, 12_999, 12_998])
      expect((await ask(inPeriod(1_000_000, 13_000_000, 'asc'), 2, 3, 'asc')).ids).toEqual([1_003, 1_004, 1_005])
    })

    test('includes a row whose id is far from the others', async () => {
      await database.current.orm.update(customers).set({ createdAt: 5_000_000 }).where(eq(customers.id, rows))
      expect((await ask(inPeriod(1_000_000, 13_000_000, 'desc'), 1, 3)).ids).toEqual([rows, 13_000, 12_999])
      await database.current.orm
        .update(customers)
        .set({ createdAt: rows * 1000 })
        .where(eq(customers.id, rows))
    })

    test('has no bound without a start or end', () => {
      expect(boundOf(time, {}, 'desc')).toBeUndefined()
    })

    test.each<[{ from?: number; to?: number }, number]>([
      [{ from: 13_000_000 }, rows],
      [{ to: 13_000_000 }, 13_000],
      [{ from: 0, to: 32_503_680_000 }, rows],
    ])('can be open-ended: %j', async (period, highest) => {
      const bound = boundOf(time, period, 'desc')
      const where = sql`${customers.createdAt} between ${period.from ?? 0} and ${period.to ?? 32_503_680_000}`
      expect((await ask({ where, bound }, 1, 1)).ids).toEqual([highest])
    })
  })
})

describeDatabase('a list with very many rows', (engine) => {
  const database = engine.use()
  const rows = largeCount + 30

  beforeAll(() => database.current.orm.execute(sql`create index on used_uris (qr_id)`))
  beforeEach(async () => {
    await database.current.orm.execute(sql`delete from used_uris`)
    await database.current.orm.execute(sql`insert into used_uris select 'u' || n, n from generate_series(1, ${rows}::int) n`)
  })

  const ask = async (way: (typeof ways)[number][1], page: number, sortDirection: 'asc' | 'desc', from = 1) => {
    const { rows: found, pagination } = await listPage(
      database.current.orm,
      {
        table: usedUris,
        id: usedUris.qrId,
        columns: { uri: usedUris.uri },
        ...way(gte(usedUris.qrId, from)),
        sortBy: sql`length(${usedUris.uri})`,
      },
      { page, perPage: 100, sortDirection },
    )
    return { uris: found.map(({ uri }) => uri), pagination }
  }
  test.each(ways)('returns the same pages with and without counting: %s', async (_name, way) => {
    for (const sortDirection of ['asc', 'desc'] as const) {
      for (const page of [1, 2, 100, 200]) {
        const first = await ask(way, page, sortDirection)
        expect(await ask(way, page, sortDirection)).toEqual(first)
        const offset = (Math.min(page, 100) - 1) * 100
        expect(first.uris[0]).toBe(`u${sortDirection === 'asc' ? 1 + offset : rows - offset}`)
        expect(first.uris).toHaveLength(100)
        expect(first.pagination).toMatchObject({ total_results: countLimit, total_capped: true })
      }
    }
  })

  test.each(ways)('does not confuse filters that differ only in a value: %s', async (_name, way) => {
    await ask(way, 1, 'asc')
    const { uris, pagination } = await ask(way, 1, 'asc', rows - 49)
    expect(pagination).toMatchObject({ total_results: 50 })
    expect(pagination.total_capped).toBeUndefined()
    expect(uris[0]).toBe(`u${rows - 49}`)
  })

  test.each(ways)('is recounted after a change on this server: %s', async (_name, way) => {
    await ask(way, 1, 'asc')
    await database.current.orm.execute(sql`delete from used_uris where qr_id > 5000`)
    forgetLargeFilters(database.current.orm)
    expect((await ask(way, 1, 'asc')).pagination).toMatchObject({ total_results: 5000 })
  })

  test.each(ways)('is recounted only once a page turns out not to be full: %s', async (_name, way) => {
    await ask(way, 1, 'asc')
    await database.current.orm.delete(usedUris).where(gt(usedUris.qrId, 250))
    expect((await ask(way, 1, 'asc')).pagination).toMatchObject({ total_results: countLimit, total_capped: true })
    const past = await ask(way, 7, 'asc')
    expect(past.pagination).toMatchObject({ current_page: 3, total_results: 250 })
    expect(past.uris).toHaveLength(50)
    expect((await ask(way, 1, 'asc')).pagination).toMatchObject({ total_results: 250, total_pages: 3 })
  })
})

describe('conditions', () => {
  const [a, b, c] = [sql`a`, sql`b`, sql`c`]

  test('go to the first index that covers any of them; the rest remain', () => {
    expect(splitByIndex({ a, b, c }, [['c', 'a'], ['b']])).toEqual({ within: and(c, a), where: and(b) })
    expect(splitByIndex({ a, b: undefined, c }, [['a', 'b'], ['c']])).toEqual({ within: and(c), where: and(a) })
  })

  test('all remain if no index covers any', () => {
    expect(splitByIndex({ a, b, c: undefined }, [['c']])).toEqual({ within: undefined, where: and(a, b) })
    expect(splitByIndex({ a: undefined, b: undefined }, [['a']])).toEqual({ within: undefined, where: undefined })
  })
})

describe('search terms', () => {
  test.each(['abc', 'a-bc', 'a-b', 'j. r.', 'ana lópez', '東京都', 'ол.', '@ab'])('%s is matched anywhere', (term) => {
    expect(isSubstringSearchable(term)).toBe(true)
  })

  test.each(['', 'a', 'ab', '東京', '---', '%_%', 'a--', '𠮷𠮷'])('%j is matched only at the start', (term) => {
    expect(isSubstringSearchable(term)).toBe(false)
  })

  test.each([
    ['7', 7],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['0', null],
    ['007', null],
    ['-7', null],
    ['7.0', null],
    ['1e3', null],
    ['', null],
  ])('%j parses as id %s', (term, id) => {
    expect(idFromText(term)).toBe(id)
  })
})
