import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/process/log.ts'
import { copyDatabase } from '../../support/database.ts'
import { openStandIn, type Unknown } from '../../support/pooler-stand-in.ts'

let copy: Awaited<ReturnType<typeof copyDatabase>>
/** PostgreSQL itself. */
let url: string
beforeAll(async () => {
  copy = await copyDatabase()
  url = copy.settings.databaseDirectUrl ?? copy.settings.databaseUrl ?? ''
})
afterAll(() => copy.remove())

async function standIn(unknown: Unknown): Promise<string> {
  const pooler = await openStandIn(url, unknown)
  onTestFinished(pooler.close)
  return pooler.url
}

const open = (databaseUrl: string, databaseDirectUrl: string | null = null) =>
  openDatabase({ databaseUrl, databaseDirectUrl, dataDir: '' }, silentLog, { deadlineMs: 400, idleInTransactionMs: 500 })

async function refusal(databaseUrl: string, databaseDirectUrl: string | null = null): Promise<string> {
  const error: unknown = await open(databaseUrl, databaseDirectUrl).then(
    (database) => database.close(),
    (reason: unknown) => reason,
  )
  return error instanceof Error ? `${error.name}: ${error.message.replace(/127\.0\.0\.1:\d+\/\w+/, 'there')}` : 'it was not refused'
}

describe('a start', () => {
  test.each(['refused', 'ignored'] as const)('says what to set if DATABASE_URL leads to a pooler and settings are %s', async (unknown) => {
    expect(await refusal(await standIn(unknown))).toBe(
      'StartError: DATABASE_URL (there): a connection pooler is there, and sessions are not ours. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
  })

  test.each(['refused', 'ignored'] as const)('refuses a pooler as DATABASE_DIRECT_URL whose settings are %s', async (unknown) => {
    const there = await standIn(unknown)
    expect(await refusal(there, there)).toBe(
      'StartError: DATABASE_DIRECT_URL (there): a connection pooler is there. It has to be the address of PostgreSQL itself.',
    )
  })

  test('names an argument that leads to a pooler, and does not advise a setting instead', async () => {
    const place = { databaseUrl: await standIn('refused'), dataDir: '', setting: '--to' }
    await expect(openDatabase(place, silentLog)).rejects.toThrow(
      /^--to \(.*\): a connection pooler is there\. It has to be the address of PostgreSQL itself\.$/,
    )
  })

  test('refuses two addresses of different databases', async () => {
    const other = new URL(url)
    other.pathname = '/postgres'
    expect(await refusal(url, other.href)).toBe(
      'StartError: DATABASE_URL (there): this is another database than DATABASE_DIRECT_URL. Nothing was changed; both have to lead to the same one.',
    )
  })
})

describe.each(['refused', 'ignored'] as const)('behind a pooler where settings are %s', (unknown) => {
  let database: Database
  let pooler: Awaited<ReturnType<typeof openStandIn>>
  beforeAll(async () => {
    pooler = await openStandIn(url, unknown)
    database = await open(pooler.url, url)
  })
  afterAll(async () => {
    await database.close()
    pooler.close()
  })

  const names = ['timezone', 'search_path', 'jit', 'statement_timeout', 'idle_in_transaction_session_timeout']
  const settings = sql.raw(`select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`)
  const ours = {
    timezone: 'UTC',
    search_path: 'public',
    jit: 'off',
    statement_timeout: '400ms',
    idle_in_transaction_session_timeout: '500ms',
  }

  /** What the pooler's session has between transactions, sent as no connection of ours sends anything. */
  async function between(client: pg.PoolClient, text: string): Promise<unknown[]> {
    const raw = new pg.Query(text)
    const rows: unknown[] = []
    client.query(raw)
    raw.on('row', (row) => rows.push(row))
    await new Promise((resolve, reject) => raw.on('end', resolve).on('error', reject))
    return rows
  }

  test('settings hold in each statement and transaction, and stay in no session', async () => {
    expect((await database.orm.execute(settings)).rows).toEqual([ours])
    expect(await database.orm.transaction(async (tx) => (await tx.execute(settings)).rows, { isolationLevel: 'serializable' })).toEqual([
      ours,
    ])
    const client = await database.pool.connect()
    try {
      const before = await between(client, 'SELECT name, setting FROM pg_settings')
      await client.query('SELECT $1::int', [1])
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      expect((await client.query('SHOW transaction_isolation')).rows).toEqual([{ transaction_isolation: 'repeatable read' }])
      await client.query('COMMIT')
      expect(await between(client, 'SELECT name, setting FROM pg_settings')).toEqual(before)
      expect(before).toContainEqual({ name: 'statement_timeout', setting: '0' })
    } finally {
      client.release()
    }
  })

  test('statements have no names in sessions that others use next', async () => {
    const client = await database.pool.connect()
    try {
      const named = { name: 'one', text: 'SELECT $1::int AS n' }
      for (const n of [1, 2]) expect((await client.query(named, [n])).rows).toEqual([{ n }])
      expect(await between(client, 'SELECT name FROM pg_prepared_statements')).toEqual([])
    } finally {
      client.release()
    }
  })

  test('results, counts and errors are the statement’s own', async () => {
    const { pool } = database
    expect(await pool.query('CREATE TABLE pooled (n int PRIMARY KEY)')).toMatchObject({ command: 'CREATE', rows: [] })
    expect(await pool.query('INSERT INTO pooled VALUES ($1), ($2)', [1, 2])).toMatchObject({ command: 'INSERT', rowCount: 2, rows: [] })
    expect(await pool.query('SELECT FROM pooled')).toMatchObject({ rowCount: 2, rows: [{}, {}] })
    expect(await pool.query({ text: 'SELECT n FROM pooled ORDER BY n', rowMode: 'array' })).toMatchObject({ rows: [[1], [2]] })
    await expect(pool.query('INSERT INTO pooled VALUES (3), (1)')).rejects.toMatchObject({ code: '23505' })
    await expect(pool.query('SELECT pg_sleep(2)')).rejects.toMatchObject({ code: '57014' })
    await new Promise<void>((resolve, reject) => {
      pool.query('SELECT count(*) AS n FROM pooled', (error, result) => {
        if (error) return reject(error)
        expect(result.rows).toEqual([{ n: 2 }])
        resolve()
      })
    })
    await pool.query('DROP TABLE pooled')
  })

  test('migrations and locks have PostgreSQL’s own sessions', async () => {
    expect(await migrate(database, silentLog)).toEqual([])
    const mark = "SELECT current_setting('quaydesk.session', true) AS mark"
    for (const pool of [database.patient.pool, database.sessions])
      expect((await pool.query(mark)).rows).toEqual([{ mark: expect.stringMatching(/^\w{16}$/) }])
  })
})

test('without a pooler, statements keep their names and their plans', async () => {
  const database = await open(url)
  const client = await database.pool.connect()
  await client.query({ name: 'one', text: 'SELECT $1::int AS n' }, [1])
  expect((await client.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([{ name: 'one' }])
  client.release()
  expect(database.sessions).toBe(database.pool)
  await database.close()
})
