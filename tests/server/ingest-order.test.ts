import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { deleteRecord } from '../../server/product/ingest/delete.ts'
import { ingestRows, releaseWaiting } from '../../server/product/ingest/ingest.ts'
import { customerSearchColumns } from '../../server/resources/customers/search-columns.ts'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { sampleRows } from '../support/ingest.ts'

/** What the product reports: a state, or a deletion. */
type News =
  | { kind: 'state'; resource: IngestResource; row: Record<string, unknown>; at: number }
  | { kind: 'deletion'; resource: Exclude<IngestResource, 'daily-scans'>; id: string; at: number }

/** Numeric ids are above our first assigned ids and not adjacent: the id assigned after one of them is the next number. */
const customerIds = ['1001', '900', 'x']
const qrIds = ['1010', 'q']
const pick = fc.constantFrom
/** Only a few moments, so that states of the same second are common. */
const at = fc.integer({ min: 1, max: 6 }).map((n) => testStart - 100_000 + n * 10_000)
const small = fc.nat({ max: 3 })

const state = (resource: IngestResource, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<News> =>
  fc
    .record({ at, fields: fc.record(fields) })
    .map(({ at, fields }) => ({ kind: 'state', resource, at, row: { ...sampleRows[resource], updatedAt: at, ...fields } }))

const deletion = (resource: Exclude<IngestResource, 'daily-scans'>, ...ids: string[]): fc.Arbitrary<News> =>
  fc.record({ id: pick(...ids), at }).map(({ id, at }) => ({ kind: 'deletion', resource, id, at }))

const customer = pick(...customerIds)
const news: fc.Arbitrary<News> = fc.oneof(
  state('customers', {
    externalId: customer,
    email: small.map((n) => `n${n}@example.com`),
    country: pick('es', 'fr', null),
    referredBy: pick(null, '1001', 'x'),
    deletedAt: pick(null, null, testStart - 90_000),
    banned: fc.boolean(),
  }),
  state('folders', { externalId: pick('f', '1005'), customer, name: small.map((n) => `F ${n}`) }),
  fc.tuple(pick(...qrIds), small).chain(([id, n]) =>
    state('qrs', {
      externalId: fc.constant(id),
      uri: fc.constant(`u-${id}-${n}`),
      customer,
      folder: pick(null, 'f', '1005'),
      status: pick('active', 'blocked', 'deleted'),
      archived: fc.boolean(),
      scans: small,
    }),
  ),
  state('daily-scans', { qr: pick(...qrIds), day: pick('2026-06-13', '2026-06-14'), scans: small, visits: small }),
  state('media', { qr: pick(...qrIds), key: pick('a', 'b'), type: pick('image', 'other') }),
  state('domains', { externalId: pick('d', '1009'), customer, status: pick('active', 'pending') }),
  state('invitations', { externalId: fc.constant('i'), customer, account: pick(null, '900', 'x'), role: pick(1, 2, 3) }),
  fc.record({ n: small, customer }).map(
    ({ n, customer }): News => ({
      kind: 'state',
      resource: 'events',
      at: testStart - 5,
      row: { ...sampleRows.events, externalId: `e${n % 2}`, customer, event: `event ${n}` },
    }),
  ),
  deletion('customers', ...customerIds),
  deletion('qrs', ...qrIds),
  deletion('folders', 'f', '1005'),
  deletion('media', '1010/a', 'q/b'),
  deletion('domains', 'd', '1009'),
)

const told = fc.array(news, { minLength: 1, maxLength: 40 }).chain((all) => {
  const inOrder = all.toSorted((a, b) => a.at - b.at)
  const twice = [...all, ...all]
  return fc.record({
    inOrder: fc.constant(inOrder),
    shuffled: fc
      .shuffledSubarray(
        twice.map((_, index) => index),
        { minLength: twice.length },
      )
      .map((order) => order.map((index) => twice[index] as News)),
    batch: fc.integer({ min: 1, max: 20 }),
  })
})

const moment = testStart - 90_000
const stateOfCustomer: News = {
  kind: 'state',
  resource: 'customers',
  at: moment,
  row: { ...sampleRows.customers, externalId: '900', updatedAt: moment },
}
const deletedAt = (at: number): News => ({ kind: 'deletion', resource: 'customers', id: '900', at })
/** Found by an earlier run: a customer is deleted twice, and a state arrives afterwards. */
const deletedTwice = {
  inOrder: [stateOfCustomer, deletedAt(moment), deletedAt(moment + 10_000)],
  shuffled: [deletedAt(moment), deletedAt(moment + 10_000), stateOfCustomer],
  batch: 1,
}

const folder: News = { kind: 'state', resource: 'folders', at: moment, row: { ...sampleRows.folders, updatedAt: moment } }
const scansAt = (at: number): News => ({
  kind: 'state',
  resource: 'daily-scans',
  at,
  row: { ...sampleRows['daily-scans'], qr: 'q', day: '2026-06-14', updatedAt: at },
})
/** Found by an earlier run: the same scans of a day are told at two moments, in one call, and have to wait for their QR code. */
const sameScansTwice = {
  inOrder: [folder, scansAt(moment), scansAt(moment + 10_000)],
  shuffled: [scansAt(moment + 10_000), folder, scansAt(moment)],
  batch: 2,
}

const nobody = { staff: { id: null, email: 'test' }, ip: null }

/** Consecutive items of one resource go in one call. */
async function tell(database: Database, all: readonly News[], most: number) {
  for (let from = 0; from < all.length; ) {
    const first = all[from] as News
    if (first.kind === 'deletion') {
      await deleteRecord(database.orm, nobody, first.resource, first.id, first.at, testStart)
      if (first.resource === 'folders') await releaseWaiting(database, testStart, [{ resource: 'folders', id: first.id }])
      from += 1
      continue
    }
    let to = from
    const rows: object[] = []
    for (; to < all.length && rows.length < most; to += 1) {
      const next = all[to] as News
      if (next.kind !== 'state' || next.resource !== first.resource) break
      rows.push(next.row)
    }
    const outcomes = await ingestRows(database, first.resource, rows, testStart)
    expect(outcomes.map(({ details }) => details ?? null)).toEqual(rows.map(() => null))
    from = to
  }
}

/** Everything stored, with the product's ids in place of our numbers. */
async function stored({ pool, orm }: Database) {
  const id = (resource: string, column: string) =>
    `(SELECT external_id FROM external_records e WHERE e.resource = '${resource}' AND e.record_id = t.${column})`
  const references: Record<string, Record<string, string>> = {
    customers: { id: 'customers', referred_by: 'customers' },
    folders: { id: 'folders', user_id: 'customers' },
    qrs: { id: 'qrs', user_id: 'customers', folder_id: 'folders' },
    qr_daily_scans: { qr_id: 'qrs' },
    qr_media: { qr_id: 'qrs' },
    customer_domains: { id: 'domains', user_id: 'customers' },
    invitations: { id: 'invitations', owner_id: 'customers', user_id: 'customers' },
    events: { id: 'events', user_id: 'customers' },
    external_records: {},
    waiting_rows: {},
  }
  const all: Record<string, unknown> = {}
  for (const [table, columns] of Object.entries(references)) {
    const named = Object.entries(columns).map(([column, resource]) => `'${column}', ${id(resource, column)}`)
    // Versions and our own numbers depend on the order, so they are left out. The search columns are checked below.
    const { rows } = await pool.query<{ row: object }>(
      `SELECT to_jsonb(t) - ARRAY['version', 'record_id', 'since', 'search_keys', 'search_text'] || jsonb_build_object(${named.join(', ')}) AS row FROM ${table} t`,
    )
    all[table] = rows.map(({ row }) => JSON.stringify(row)).toSorted()
  }
  for (const row of await orm.select().from(customers)) expect(row).toMatchObject(customerSearchColumns(row))
  return all
}

describeDatabase('ingest in any order', (engine) => {
  const database = engine.use()

  test('rows sent twice and shuffled give the same result as once in order, with correct figures', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(told, async ({ inOrder, shuffled, batch }) => {
        await database.empty()
        await tell(database.current, inOrder, batch)
        const expected = await stored(database.current)
        await database.empty()
        await tell(database.current, shuffled, batch)
        expect(await stored(database.current)).toEqual(expected)
        expect((await checkFigures(database.current.patient.orm)).differences).toEqual([])
      }),
      { numRuns: 30, examples: [[deletedTwice], [sameScansTwice]] },
    )
  })
})
