import { eq, max, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { qrCountChanges, qrCounts, qrs } from '../../server/db/schema/qrs.ts'
import { areQrsCounted, checkQrCounts, countAllQrs, countQrs, foldQrCounts } from '../../server/resources/qrs/counts.ts'
import { listQrStats } from '../../server/resources/qrs/stats.ts'
import { listQrStats as endpoint } from '../../src/contract/qr-lists.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'

type Change = (db: Database) => Promise<unknown>

const customer = fc.integer({ min: 1, max: 4 })
const type = fc.constantFrom('url', 'pdf', 'text')
const part = fc.integer({ min: 0, max: 2 })
/** A third of the QRs, so that one statement changes several QRs of several customers. */
const isIn = (third: number) => sql`${qrs.id} % 3 = ${third}`

const change: fc.Arbitrary<Change> = fc.oneof(
  fc
    .array(fc.record({ userId: customer, type, archived: fc.boolean() }), { minLength: 1, maxLength: 4 })
    .map((rows) => async (db: Database) => {
      const [last] = await db.orm.select({ id: max(qrs.id) }).from(qrs)
      await insertQrs(
        db,
        rows.map((row, index) => ({ ...row, id: (last?.id ?? 0) + 1 + index })),
      )
    }),
  fc.tuple(part, customer).map(
    ([third, userId]) =>
      ({ orm }: Database) =>
        orm.update(qrs).set({ userId }).where(isIn(third)),
  ),
  fc.tuple(part, type).map(
    ([third, to]) =>
      ({ orm }: Database) =>
        orm.update(qrs).set({ type: to }).where(isIn(third)),
  ),
  part.map(
    (third) =>
      ({ orm }: Database) =>
        orm.update(qrs).set({ scans: 7, status: 0 }).where(isIn(third)),
  ),
  part.map(
    (third) =>
      ({ orm }: Database) =>
        orm.delete(qrs).where(isIn(third)),
  ),
  customer.map((id) => async (db: Database) => {
    await db.orm.delete(customers).where(eq(customers.id, id))
    await insertCustomers(db, [{ id }])
  }),
  fc.integer({ min: 1, max: 3 }).map(
    (most) =>
      ({ orm }: Database) =>
        foldQrCounts(orm, most),
  ),
  fc.constant(({ orm }: Database) => orm.transaction(countAllQrs, { isolationLevel: 'repeatable read' })),
)

async function plainly({ orm }: Database, of: string | undefined): Promise<[number, number][]> {
  const rows = await orm.select({ userId: qrs.userId, type: qrs.type }).from(qrs)
  const counts = new Map<number, number>()
  for (const row of rows) if (of === undefined || row.type === of) counts.set(row.userId, (counts.get(row.userId) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
}

async function listed({ orm }: Database, query: Record<string, string>): Promise<[number, number][]> {
  const { rows, pagination } = await listQrStats(orm, endpoint.query.parse(query))
  expect(pagination.total_results).toBeGreaterThanOrEqual(rows.length)
  return rows.map(({ userId, count }) => [userId, count])
}

describeEngines('kept counts of QR codes', (engine) => {
  const database = engine.use()

  test('all are counted once after an upgrade, and the list is correct even before that', async () => {
    const { current } = database
    await insertCustomers(current, [{}, {}, {}])
    await insertQrs(current, [{ userId: 1 }, { userId: 3 }, { userId: 3, type: 'pdf' }])
    expect(await areQrsCounted(current.orm)).toBe(false)
    expect(await checkQrCounts(current.orm, 9)).toBeNull()
    expect(await listed(current, {})).toEqual([
      [3, 2],
      [1, 1],
    ])
    await countQrs(current.orm)
    await insertQrs(current, [{ id: 4, userId: 2 }])
    await countQrs(current.orm)
    expect(await areQrsCounted(current.orm)).toBe(true)
    expect(await checkQrCounts(current.orm, 9)).toEqual([])
    expect(await current.orm.$count(qrCountChanges)).toBe(0)
    expect(await listed(current, { sort: 'id', sortDirection: 'asc' })).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ])
    expect(await listed(current, { type: 'pdf' })).toEqual([[3, 1]])
  })

  test('are exact after any sequence of changes, regardless of when they are folded in', async () => {
    const { current } = database
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25, size: 'max' }), async (list) => {
        await database.empty()
        await insertCustomers(current, [{}, {}, {}, {}])
        for (const make of list) {
          await make(current)
          for (const of of [undefined, 'url']) expect(await listed(current, of ? { type: of } : {})).toEqual(await plainly(current, of))
        }
        expect(await checkQrCounts(current.orm, 9)).toEqual([])
      }),
      { numRuns: engine.kind === 'embedded' ? 4 : 12, endOnFailure: true },
    )
  }, 120_000)

  test('pages are sorted correctly with pending changes', async () => {
    const { current } = database
    await database.empty()
    await insertCustomers(current, [{}, {}, {}])
    await insertQrs(current, [{ userId: 1 }, { userId: 2 }, { userId: 2 }, { userId: 3 }])
    await countQrs(current.orm)
    await insertQrs(current, [
      { id: 5, userId: 3 },
      { id: 6, userId: 3 },
    ])
    await current.orm.delete(qrs).where(eq(qrs.id, 1))
    const pages = await Promise.all(['1', '2'].map((page) => listed(current, { perPage: '1', page })))
    expect(pages).toEqual([[[3, 3]], [[2, 2]]])
    expect(await listed(current, { sortDirection: 'asc' })).toEqual([
      [2, 2],
      [3, 3],
    ])
  })

  test('changes that affect neither owner nor type leave nothing to fold in', async () => {
    const { current } = database
    await database.empty()
    await insertCustomers(current, [{}])
    await insertQrs(current, [{}, {}])
    await countQrs(current.orm)
    await current.orm.update(qrs).set({ scans: 9, archived: true, userId: 1 })
    expect(await current.orm.$count(qrCountChanges)).toBe(0)
  })

  test('a wrong count is detected', async () => {
    const { current } = database
    await database.empty()
    await insertCustomers(current, [{}])
    await insertQrs(current, [{}, {}])
    await countQrs(current.orm)
    await current.orm.update(qrCounts).set({ count: 5 }).where(eq(qrCounts.type, 'url'))
    expect(await checkQrCounts(current.orm, 9)).toEqual([{ userId: 1, type: 'url', stored: 5, expected: 2 }])
  })
})
