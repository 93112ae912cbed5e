import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { appState } from '../../../server/db/schema/staff.ts'
import { describeEngines } from '../../support/database.ts'

const endless = 'SELECT count(*) FROM generate_series(1, 100000000000)'

describeEngines('database', (engine) => {
  const database = engine.use()
  beforeEach(async () => {
    await database.empty()
  })

  test('counts and bigint columns are numbers', async () => {
    const { rows } = await database.current.pool.query('SELECT count(*), 9007199254740991::int8 AS most')
    expect(rows).toEqual([{ count: 1, most: Number.MAX_SAFE_INTEGER }])
    await expect(database.current.pool.query('SELECT 9007199254740992::int8')).rejects.toThrow(RangeError)
  })

  test('sorts text by code point with COLLATE "C"', async () => {
    const { rows } = await database.current.pool.query<{ t: string }>(
      `SELECT t FROM unnest(ARRAY['b', 'B', 'a', 'é', 'z', '_']) t ORDER BY t COLLATE "C"`,
    )
    expect(rows.map(({ t }) => t)).toEqual(['B', '_', 'a', 'b', 'z', 'é'])
  })

  test('does not mix up parallel queries, even large ones', async () => {
    const query = async (index: number) => {
      const values = Array.from(
        { length: 1 + (index % 5) },
        (_, place) => `${index}-${place}-${'x'.repeat(index % 3 === 0 ? 200_000 : 10)}`,
      )
      const columns = values.map((_, place) => `$${place + 1}::text AS c${place}`)
      const { rows } = await database.current.pool.query(`SELECT ${columns.join(', ')}`, values)
      expect(Object.values(rows[0] as object)).toEqual(values)
    }
    await Promise.all(Array.from({ length: 200 }, (_, index) => query(index)))
  })

  test('prepared statements of the same name coexist on several connections', async () => {
    const run = async (index: number) => {
      const { rows } = await database.current.pool.query({ name: 'twice', text: 'SELECT $1::int * 2 AS twice', values: [index] })
      expect(rows).toEqual([{ twice: index * 2 }])
    }
    await Promise.all(Array.from({ length: 100 }, (_, index) => run(index)))
  })

  test('concurrent transactions that lock a row lose no update', async () => {
    const { orm } = database.current
    await orm.insert(appState).values({ key: 'counter', value: 0 })
    const increment = () =>
      orm.transaction(async (tx) => {
        const [row] = await tx.select().from(appState).where(eq(appState.key, 'counter')).for('update')
        await tx.update(appState).set({ value: Number(row?.value) + 1 })
      })
    await Promise.all(Array.from({ length: 40 }, increment))
    expect(await orm.select().from(appState)).toEqual([{ key: 'counter', value: 40 }])
  })

  test('transactions that fail to begin release their connection', async () => {
    const { orm } = database.current
    const begun = () => orm.transaction(() => Promise.resolve(), { isolationLevel: 'none' as 'serializable' })
    for (let times = 0; times < 11; times += 1) await expect(begun()).rejects.toThrow('begin')
    await orm.transaction((tx) => tx.select().from(appState))
  })

  test('a failed transaction is rolled back, and its connection can be reused', async () => {
    const { orm } = database.current
    const failing = orm.transaction(async (tx) => {
      await tx.insert(appState).values({ key: 'a', value: 1 })
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await orm.select().from(appState)).toEqual([])
  })

  test('losing a connection rolls back its transaction', async () => {
    const client = await database.current.pool.connect()
    await client.query('BEGIN')
    await client.query(`INSERT INTO app_state VALUES ('lost', '1')`)
    client.release(true)
    const { rows } = await database.current.pool.query('SELECT count(*) FROM app_state')
    expect(rows).toEqual([{ count: 0 }])
  })
})

describeEngines('deadlines', (engine) => {
  const deadlineMs = 1_000
  const database = engine.use({ deadlineMs, idleInTransactionMs: deadlineMs })

  test('cancels a query past its deadline and answers the others', async () => {
    const { pool } = database.current
    const overrun = pool.query(endless)
    const others = Promise.all(Array.from({ length: 5 }, () => pool.query('SELECT 1 AS one')))
    await expect(overrun).rejects.toMatchObject({ code: '57014' })
    for (const { rows } of await others) expect(rows).toEqual([{ one: 1 }])
  })

  test('rolls back a transaction past its deadline and keeps committed data', async () => {
    const { pool } = database.current
    await pool.query(`INSERT INTO app_state VALUES ('committed', '1')`)
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`INSERT INTO app_state VALUES ('overrun', '1')`)
    await expect(client.query(endless)).rejects.toMatchObject({ code: '57014' })
    client.release(true)
    const { rows } = await pool.query('SELECT key FROM app_state')
    expect(rows).toEqual([{ key: 'committed' }])
  })

  test('prepared statements still work after a cancelled query', async () => {
    const { pool } = database.current
    const one = { name: 'one', text: 'SELECT 1 AS one' }
    await pool.query(one)
    await expect(pool.query(endless)).rejects.toMatchObject({ code: '57014' })
    await expect
      .poll(() =>
        pool.query(one).then(
          ({ rows }) => rows,
          () => 'lost',
        ),
      )
      .toEqual([{ one: 1 }])
  })

  test('an idle open transaction does not block the others for ever', async () => {
    const { pool } = database.current
    const idle = await pool.connect()
    await idle.query('BEGIN')
    await idle.query(`INSERT INTO app_state VALUES ('idle', '1')`)
    await expect
      .poll(() => pool.query(`INSERT INTO app_state VALUES ('idle', '2') ON CONFLICT DO NOTHING`).then(({ rowCount }) => rowCount))
      .toBe(1)
    await expect(idle.query('COMMIT')).rejects.toThrow(/idle-in-transaction|left unused|terminated|not queryable/)
    idle.release(true)
  })

  test('patient connections are exempt from the deadline', async () => {
    const seconds = (1.5 * deadlineMs) / 1000
    const overrunning = database.current.patient.pool.query(`DO $$
      DECLARE ending timestamptz := clock_timestamp() + interval '${seconds} s';
      BEGIN WHILE clock_timestamp() < ending LOOP END LOOP; END $$`)
    await expect(overrunning).resolves.toMatchObject({ command: 'DO' })
  })
})
