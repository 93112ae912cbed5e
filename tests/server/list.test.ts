import { eq, gt, gte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countLimit } from '../../src/contract/list.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { usedUris } from '../../server/db/schema/qrs.ts'
import { evenly, idFromText, isSubstringSearchable, listPage, type ListStrategy } from '../../server/list.ts'
import { forgetPlenty, plenty } from '../../server/plenty.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'

const strategies: [string, ListStrategy][] = [
  ['look-up', 'look-up'],
  ['walk', 'walk'],
  ['collect', evenly],
  ['collect more than are counted', { collect: countLimit + 10 }],
  ['sort', 'sort'],
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
    strategy: ListStrategy,
    request: { page: number; perPage: number; sortDirection: 'asc' | 'desc' },
    where = sql`true`,
  ) => {
    const source = { table: customers, columns: { id: customers.id }, where, strategy, sortBy: sql`${customers.country} collate "C"` }
    const { rows, pagination } = await listPage(database.current.orm, source, request)
    return { ids: rows.map(({ id }) => id), pagination }
  }
  const ascending = [4, 9, 1, 5, 8, 11, 12, 2, 6, 10, 3, 7]

  describe.each(strategies)('by %s', (_name, strategy) => {
    test('is in order, nulls last, ties by id [R13 sort fields] [R13 tie-break]', async () => {
      const { ids, pagination } = await ask(strategy, { page: 1, perPage: 150, sortDirection: 'asc' })
      expect(ids).toEqual(ascending)
      expect(pagination).toMatchObject({ total_results: 12, total_pages: 1, results: 12 })
    })

    test('is the same backwards', async () => {
      expect((await ask(strategy, { page: 1, perPage: 150, sortDirection: 'desc' })).ids).toEqual(ascending.toReversed())
    })

    test('its pages hold every row once [R13 tie-break]', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => ask(strategy, { page, perPage: 5, sortDirection: 'asc' })))
      expect(pages.flatMap(({ ids }) => ids)).toEqual(ascending)
      expect(pages[2]?.pagination).toMatchObject({ current_page: 3, results: 2, first_result: 11, last_result: 12 })
    })

    test('past the end is the last one (ruling 13) [R13 past the end] [R13 last page]', async () => {
      for (const page of [4, 2_000, 1_000_000]) {
        const last = await ask(strategy, { page, perPage: 5, sortDirection: 'asc' })
        expect(last.ids).toEqual([3, 7])
        expect(last.pagination).toMatchObject({ current_page: 3, next_page: null })
      }
    })

    test('keeps to its condition', async () => {
      const { ids, pagination } = await ask(strategy, { page: 1, perPage: 4, sortDirection: 'desc' }, eq(customers.country, 'es'))
      expect(ids).toEqual([12, 11, 8, 5])
      expect(pagination.total_results).toBe(5)
    })

    test('is empty where nothing fits', async () => {
      const { ids, pagination } = await ask(strategy, { page: 3, perPage: 5, sortDirection: 'asc' }, eq(customers.country, 'zz'))
      expect(ids).toEqual([])
      expect(pagination).toMatchObject({ current_page: 1, total_results: 0, first_result: 0, last_result: 0, total_pages: 1 })
    })
  })
})

describeEngines('a long list', (engine) => {
  const database = engine.use()
  const rows = countLimit + 30

  beforeAll(async () => {
    await database.current.orm.execute(sql`
      insert into customers (id, email, created_at, updated_at, search_keys, search_text, name_key)
      select n, 'c' || n || '@example.com', n, n, array[n::text], n::text, '' from generate_series(1, ${rows}) n`)
  })
  afterAll(() => database.empty())

  test.each(strategies)('is counted up to the limit and paged up to there: %s', async (_name, strategy) => {
    const ask = (page: number) =>
      listPage(
        database.current.orm,
        { table: customers, columns: { id: customers.id }, where: sql`true`, strategy, sortBy: customers.createdAt },
        { page, perPage: 150, sortDirection: 'desc' },
      )
    const first = await ask(1)
    expect(first.pagination).toMatchObject({ total_results: countLimit, total_pages: 67, total_capped: true })
    expect(first.rows[0]?.id).toBe(rows)
    const last = await ask(1_000)
    expect(last.pagination).toMatchObject({ current_page: 67, results: 100, has_next_page: false })
    expect(last.rows).toHaveLength(100)
    expect(last.rows.at(-1)?.id).toBe(rows - countLimit + 1)
  })
})

describeEngines('a list with plenty', (engine) => {
  const database = engine.use()
  const rows = plenty + 30

  beforeEach(async () => {
    await database.current.orm.execute(sql`delete from used_uris`)
    await database.current.orm.execute(sql`insert into used_uris select 'u' || n, n from generate_series(1, ${rows}::int) n`)
  })

  const ask = async (strategy: ListStrategy, page: number, sortDirection: 'asc' | 'desc', from = 1) => {
    const { rows: found, pagination } = await listPage(
      database.current.orm,
      {
        table: usedUris,
        id: usedUris.qrId,
        columns: { uri: usedUris.uri },
        where: gte(usedUris.qrId, from),
        strategy,
        sortBy: sql`length(${usedUris.uri})`,
      },
      { page, perPage: 100, sortDirection },
    )
    return { uris: found.map(({ uri }) => uri), pagination }
  }
  const counting = strategies.filter(([, strategy]) => strategy !== 'look-up')

  test.each(counting)('its pages are the same counted and uncounted: %s', async (_name, strategy) => {
    for (const sortDirection of ['asc', 'desc'] as const) {
      for (const page of [1, 2, 100, 200]) {
        const first = await ask(strategy, page, sortDirection)
        expect(await ask(strategy, page, sortDirection)).toEqual(first)
        const offset = (Math.min(page, 100) - 1) * 100
        expect(first.uris[0]).toBe(`u${sortDirection === 'asc' ? 1 + offset : rows - offset}`)
        expect(first.uris).toHaveLength(100)
        expect(first.pagination).toMatchObject({ total_results: countLimit, total_capped: true })
      }
    }
  })

  test.each(counting)('is told apart from the same filter with another value: %s', async (_name, strategy) => {
    await ask(strategy, 1, 'asc')
    const { uris, pagination } = await ask(strategy, 1, 'asc', rows - 49)
    expect(pagination).toMatchObject({ total_results: 50 })
    expect(pagination.total_capped).toBeUndefined()
    expect(uris[0]).toBe(`u${rows - 49}`)
  })

  test('is told apart from itself where an order collects more: that one is counted still', async () => {
    await ask(evenly, 1, 'asc')
    await database.current.orm.execute(sql`delete from used_uris where qr_id > 5000`)
    expect((await ask(evenly, 1, 'asc')).pagination).toMatchObject({ total_results: countLimit })
    expect((await ask({ collect: rows + 10 }, 1, 'asc')).pagination).toMatchObject({ total_results: 5000 })
  })

  test('is counted anew once something was changed here', async () => {
    await ask('walk', 1, 'asc')
    await database.current.orm.execute(sql`delete from used_uris where qr_id > 5000`)
    forgetPlenty(database.current.orm)
    expect((await ask('walk', 1, 'asc')).pagination).toMatchObject({ total_results: 5000 })
  })

  test.each(counting)('is counted anew where a page turns out not to be full, and not before: %s', async (_name, strategy) => {
    await ask(strategy, 1, 'asc')
    await database.current.orm.delete(usedUris).where(gt(usedUris.qrId, 250))
    expect((await ask(strategy, 1, 'asc')).pagination).toMatchObject({ total_results: countLimit, total_capped: true })
    const past = await ask(strategy, 7, 'asc')
    expect(past.pagination).toMatchObject({ current_page: 3, total_results: 250 })
    expect(past.uris).toHaveLength(50)
    expect((await ask(strategy, 1, 'asc')).pagination).toMatchObject({ total_results: 250, total_pages: 3 })
  })
})

describe('search terms', () => {
  test.each(['abc', 'a-bc', 'a-b', 'j. r.', 'ana lópez', '東京都', 'ол.', '@ab'])('%s is searched for anywhere', (term) => {
    expect(isSubstringSearchable(term)).toBe(true)
  })

  test.each(['', 'a', 'ab', '東京', '---', '%_%', 'a--', '𠮷𠮷'])('%j only at the beginning', (term) => {
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
  ])('%j spells the id %s', (term, id) => {
    expect(idFromText(term)).toBe(id)
  })
})
