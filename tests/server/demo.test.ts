import { beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '../../demo/data/accounts.ts'
import { fillDemo } from '../../demo/data/fill.ts'
import { arrivalTimes } from '../../demo/data/growth.ts'
import { knownCustomers, knownInvoice, knownPayment, knownQr, lastKnownId } from '../../demo/data/known.ts'
import { type Sketch, sketchCustomer } from '../../demo/data/sketches.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { silentLog } from '../../server/process/log.ts'
import { verifyPassword } from '../../server/resources/auth/passwords.ts'
import { openSecret } from '../../server/resources/auth/secrets.ts'
import { rebuildDailyFigures } from '../../server/resources/figures/rebuild.ts'
import { currencyDecimals } from '../../src/contract/money.ts'
import { describeDatabase, type TestDatabase } from '../support/database.ts'
import { breaches, everyValue } from './demo/checks.ts'
import { read } from './demo/read.ts'

const now = 1_795_000_000 // Wednesday, 18 November 2026, at noon in Madrid
const rules = breaches(now)
const secretKey = Buffer.alloc(32, 7)
const fill = (database: TestDatabase, customers: number, replace = false) =>
  fillDemo(database.current, { customers, now, replace, config: { secretKey }, log: silentLog })

/** The first column of each row. */
async function column(database: TestDatabase, text: string): Promise<unknown[]> {
  return (await read(database, text)).map((row) => Object.values(row)[0])
}

async function tables(database: TestDatabase): Promise<string[]> {
  return (await column(
    database,
    `select relname::text from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by 1`,
  )) as string[]
}

/** A hash per table, without the salted columns (password hashes, sealed secrets). */
async function hashes(database: TestDatabase): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of await tables(database)) {
    // Their rows contain the real time of the filling.
    if (table === 'staff' || table === 'changes') continue
    ;[found[table]] = await column(database, `select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) from ${table} t`)
  }
  return found
}

const indexNames = (database: TestDatabase) => column(database, `select indexdef from pg_indexes where schemaname = 'public' order by 1`)
const constraintNames = (database: TestDatabase) =>
  column(
    database,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1`,
  )

test('5,000 customers, old and new, include some in each state that staff deal with daily', () => {
  const arrivals = arrivalTimes(5000 - lastKnownId, now)
  const sketches = arrivals.map((arrival, index) => sketchCustomer(lastKnownId + 1 + index, arrival, now))
  const states: Record<string, [wanted: [least: number, most: number], is: (sketch: Sketch) => boolean]> = {
    trialing: [[250, 350], ({ life }) => life.ending === 'trialing'],
    incomplete: [[24, 60], ({ life }) => life.ending === 'incomplete'],
    'past due': [[24, 80], ({ life }) => life.ending === 'pastDue'],
    disputed: [[24, 80], ({ life }) => life.charges.some(({ dispute }) => dispute === 'needs_response')],
    'three decimals': [[24, 120], ({ currency }) => currencyDecimals(currency) === 3],
  }
  for (const [state, [[least, most], is]] of Object.entries(states)) {
    const places = sketches.flatMap((sketch, index) => (is(sketch) ? [index] : []))
    expect({ state, enough: places.length >= least && places.length <= most, places: places.length }).toMatchObject({ state, enough: true })
    // Each fifth of the id range has some.
    const fifths = new Set(places.map((place) => Math.floor((place * 5) / sketches.length)))
    expect({ state, fifths: fifths.size }).toEqual({ state, fifths: 5 })
  }
})

describeDatabase('demo data', (engine) => {
  describe('with a few hundred customers', () => {
    const database = engine.use()
    let before: { indexes: unknown[]; constraints: unknown[] }
    beforeAll(async () => {
      before = { indexes: await indexNames(database), constraints: await constraintNames(database) }
      await fill(database, 250)
    })

    test.each(Object.keys(everyValue))('has every %s', async (name) => {
      const [query, values] = everyValue[name] as [string, unknown[]]
      expect(await column(database, query)).toEqual(expect.arrayContaining(values))
    })

    test.each(Object.keys(rules))('%s [R50 masked when written]', async (name) => {
      expect(await read(database, rules[name] as string)).toEqual([])
    })

    test('has some locked billing data', async () => {
      expect(await column(database, 'select count(*) > 5 from billing_data where locked')).toEqual([true])
    })

    test('keeps indexes and constraints unchanged', async () => {
      expect(await indexNames(database)).toEqual(before.indexes)
      expect(await constraintNames(database)).toEqual(before.constraints)
    })

    test('fills the database only once', async () => {
      expect((await fill(database, 250)).filled).toBe(false)
      expect(await column(database, 'select count(*) from customers')).toEqual([250])
    })

    test('new ids continue after the last one', async () => {
      const behind: string[] = []
      for (const table of ['qrs', 'payments', 'customers', 'events', 'webrisk', 'invoices']) {
        const [next, max] = Object.values(
          (
            await read<Record<string, number>>(
              database,
              `select nextval(pg_get_serial_sequence('${table}', 'id')) as next, (select max(id) from ${table}) as max`,
            )
          )[0] ?? {},
        )
        if ((next ?? 0) <= (max ?? 0)) behind.push(table)
      }
      expect(behind).toEqual([])
    })

    test('has the known records', async () => {
      const known = Object.values(knownCustomers)
      const found = await read(database, `select id, email from customers where id <= ${known.length} order by id`)
      expect(found).toEqual(known)
      expect(await read(database, `select id, uri, name, type, user_id from qrs where id = ${knownQr.id}`)).toEqual([
        { id: knownQr.id, uri: knownQr.uri, name: knownQr.name, type: knownQr.type, user_id: 1 },
      ])
      expect(await read(database, `select user_id, payment_id from invoices where id = ${knownInvoice.id}`)).toEqual([
        { user_id: 1, payment_id: knownPayment.id },
      ])
      expect(await column(database, `select ref from payments where id = ${knownPayment.id}`)).toEqual([knownPayment.ref])
      const shown = await read<{ id: number; status: string }>(
        database,
        'select id, displayed_status as status from customers where id <= 40',
      )
      const status = new Map(shown.map((row) => [row.id, row.status]))
      const expected: Partial<Record<keyof typeof knownCustomers, string>> = {
        ana: 'active',
        trialing: 'trialing',
        pastDue: 'past_due',
        canceledByUnpaid: 'canceledByUnpaid',
        canceledByUser: 'canceledByUser',
        canceledByDispute: 'canceledByDispute',
        canceledByPaymentDispute: 'canceledByDispute',
        canceledByEarlyFraud: 'canceledByEarlyFraud',
        canceledByPaymentEarlyFraud: 'canceledByEarlyFraud',
        willCancel: 'canceled',
        activeCanceled: 'active_canceled',
        requiresAction: 'requires_action',
        noPlan: 'inactive',
        deleted: 'canceledByUser',
        archived: 'canceledByUser',
      }
      const names = Object.keys(expected) as (keyof typeof knownCustomers)[]
      expect(Object.fromEntries(names.map((name) => [name, status.get(knownCustomers[name].id)]))).toEqual(expected)
    })

    test('Ana Ruiz has some of everything', async () => {
      const none: string[] = []
      for (const table of [
        'payments',
        'qrs',
        'folders',
        'events',
        'email_activity',
        'customer_domains',
        'customer_notes',
        'billing_data',
        'subscription_changes',
        'invoices',
        'feedback',
      ]) {
        if ((await column(database, `select count(*) from ${table} where user_id = 1`))[0] === 0) none.push(table)
      }
      expect(none).toEqual([])
      expect(await column(database, 'select count(*) from qrs where user_id = 1')).toEqual([200])
      expect(await column(database, 'select count(*) > 5 from customers where referred_by = 1')).toEqual([true])
      expect(await column(database, 'select count(*) > 0 from api_calls where owner = 1 and length(request_body) > 200000')).toEqual([true])
      expect(
        await column(
          database,
          'select count(distinct p.amount_refunded < p.amount) from payments p where user_id = 1 and amount_refunded > 0',
        ),
      ).toEqual([2])
    })

    test('staff can sign in as documented', async () => {
      for (const account of Object.values(demoAccounts)) {
        const [row] = await read<{ id: number; hash: string; secret: string | null; rol: number }>(
          database,
          `select id, password_hash as hash, totp_secret as secret, rol from staff where email = '${account.email}'`,
        )
        expect(row?.rol).toBe(account.rol)
        expect(account.password).toMatch(/^[A-Za-z0-9]{3,30}$/)
        expect(await verifyPassword(row?.hash ?? '', account.password)).toBe(true)
        const secret = row?.secret ?? null
        expect(secret === null ? null : openSecret(secretKey, `staff:${row?.id}:totp`, secret)).toBe(account.totpSecret)
      }
    })

    test('has texts that break careless code', async () => {
      const texts = (
        await column(
          database,
          'select first_name from customers union select last_name from customers union select company_name from customers union select note from customer_notes',
        )
      ).join('\n')
      for (const part of ['<script>', '=HYPERLINK', '🎉', '\u202E', 'Παπαδόπουλος', '田中', 'الصباح', '美']) expect(texts).toContain(part)
      expect(await column(database, 'select max(length(note)) > 1500 from customer_notes')).toEqual([true])
      expect(await column(database, 'select max(length(gclid)) > 50 from customers')).toEqual([true])
    })

    test('figures match a slow recomputation, including yesterday', async () => {
      const { compared, differences } = await checkFigures(database.current.orm)
      expect(differences).toEqual([])
      expect(compared).toBeGreaterThan(1000)
      const [kept, ...none] = await column(database, 'select min(day)::text from qr_daily_scans')
      expect(none).toEqual([])
      const about = `from daily_figures where day`
      expect(await column(database, `select sum(gross) > 0 ${about} = '2026-11-17'`)).toEqual([true])
      expect(await column(database, `select count(*) > 300 ${about} < '${String(kept)}' and scans > 0`)).toEqual([true])
    })

    test('a second rebuild changes nothing', async () => {
      const first = await hashes(database)
      await database.current.orm.transaction((tx) => rebuildDailyFigures(tx))
      expect((await hashes(database)).daily_figures).toBe(first.daily_figures)
    })

    test('is deterministic for the same time and customer count', async () => {
      const first = await hashes(database)
      await read(
        database,
        `insert into audit_log (at, actor_email, action, target_type, target_id) values (1, 'a@example.com', 'customer.ban', 'customer', 1)`,
      )
      await read(database, 'update customers set banned = true')
      await fill(database, 250, true)
      expect(await hashes(database)).toEqual(first)
      expect(await column(database, 'select count(*) from staff')).toEqual([3])
    })
  })

  describe('on a database with other data', () => {
    const database = engine.use()

    test('throws an error and fills nothing', async () => {
      await read(
        database,
        `insert into customers (email, created_at, updated_at, search_keys, search_text, name_key) values ('real@example.com', 1, 1, '{}', '', '')`,
      )
      await expect(fill(database, 60)).rejects.toThrow('already holds 1 customers')
      expect(await column(database, 'select count(*) from staff')).toEqual([0])
    })

    test('replaces the data on request, with the minimum number of customers', async () => {
      expect((await fill(database, 1, true)).filled).toBe(true)
      expect(await column(database, 'select count(*) from customers')).toEqual([50])
      for (const [name, query] of Object.entries(rules)) expect({ name, rows: await read(database, query) }).toEqual({ name, rows: [] })
      for (const [name, [query, values]] of Object.entries(everyValue)) {
        expect({ name, values: await column(database, query) }).toEqual({ name, values: expect.arrayContaining(values) })
      }
    })
  })
})
