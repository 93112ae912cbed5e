import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sealPortion } from '../../../server/audit/seals/seal.ts'
import type { Orm } from '../../../server/db/connect.ts'
import { testStart } from '../../support/app.ts'
import { startChild } from '../../support/child.ts'
import { copyDatabase, describeEngines, directAddress, environmentOf } from '../../support/database.ts'
import { addAudits, sealerOf, verified } from '../../support/sealed-trail.ts'

const count = async (orm: Orm, table: string) =>
  (await orm.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(table)}`)).rows[0]?.count

// [1.7 audit seals]
describeEngines('sealing', (engine) => {
  const database = engine.use()
  beforeEach(() => database.empty())

  test('seals each row once, with two servers at it, and finds nothing more to do', async () => {
    const { current } = database
    await addAudits(current.orm, 1234)
    const sealers = [sealerOf(current), sealerOf(current)]
    await Promise.all(sealers.map((sealer) => sealer.run()))
    await sealerOf(current).run()
    expect(await verified(current.orm)).toMatchObject({ faults: [], waiting: 0, position: 1235 })
    await sealerOf(current).run()
    expect(await count(current.orm, 'audit_seals')).toBe(1235)
    await addAudits(current.orm, 1)
    expect(await verified(current.orm)).toMatchObject({ faults: [], waiting: 1 })
    await sealerOf(current).run()
    expect(await verified(current.orm)).toMatchObject({ faults: [], waiting: 0, position: 1237 })
  })

  test('a server that stops amid a portion leaves nothing of it', async () => {
    const { current } = database
    await addAudits(current.orm, 700)
    const portion = { after: 0, settled: 0, now: testStart }
    const stopped = current.orm.transaction(async (tx) => {
      await sealPortion(tx, portion)
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await count(current.orm, 'audit_seals')).toBe(0)
    await sealerOf(current).run()
    expect(await verified(current.orm)).toMatchObject({ faults: [], waiting: 0 })
  })

  test('the day’s head goes to the file and to the product, once a day, whatever the number of servers [1.7 audit heads]', async () => {
    const { current } = database
    await current.orm.execute(
      sql`insert into webhook_endpoints (url, secret, events, created_at) values ('https://product.example', '', '{audit.sealed}', 0)`,
    )
    const folder = mkdtempSync(join(tmpdir(), 'quaydesk-heads-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const auditHeads = join(folder, 'heads')
    let now: number = testStart
    const sealers = [1, 2].map(() => sealerOf(current, { now: () => now, auditHeads }))
    const round = () => Promise.all(sealers.map((sealer) => sealer.run()))
    await round()
    expect(await count(current.orm, 'outbox')).toBe(0)
    await addAudits(current.orm, 3)
    await round()
    await round()
    await addAudits(current.orm, 3)
    now += 3600
    await round()
    const lines = () => readFileSync(auditHeads, 'utf8').trim().split('\n')
    expect([new Set(lines()).size, await count(current.orm, 'outbox')]).toEqual([1, 1])
    now += 86_400
    await round()
    const heads = [...new Set(lines())].map((line) => /^(\S+) (\d+):([\da-f]{64})$/.exec(line))
    expect(heads.map((head) => head?.[1])).toEqual(['2026-06-15T08:00:00.000Z', '2026-06-16T09:00:00.000Z'])
    const kept = heads.map((head) => ({ position: Number(head?.[2]), hash: head?.[3] ?? '' }))
    expect((await verified(current.orm, kept)).faults).toEqual([])
    const { rows } = await current.orm.execute(sql`select event, record_type, record_id, after from outbox order by id`)
    expect(rows).toMatchObject([{}, { event: 'audit.sealed', record_type: 'audit', after: { ...kept[1], at: testStart + 90_000 } }])
  })
})

describe('sealing while others write (PostgreSQL)', () => {
  const copies: { remove(): Promise<void> }[] = []
  afterAll(() => Promise.all(copies.map(({ remove }) => remove())))

  async function opened() {
    const copy = await copyDatabase()
    copies.push(copy)
    const { openDatabase } = await import('../../../server/db/connect.ts')
    const { silentLog } = await import('../../../server/process/log.ts')
    const database = await openDatabase(copy.settings, silentLog)
    onTestFinished(() => database.close())
    const connect = async () => {
      const client = new pg.Client({ connectionString: directAddress(copy.settings) })
      await client.connect()
      onTestFinished(() => client.end().catch(() => undefined))
      return client
    }
    return { database, connect, settings: copy.settings }
  }
  const insert = `INSERT INTO audit_log (at, actor_email, action, target_type, target_id) VALUES (1, 'a@b.test', 'customer.ban', 'customer', 1)`

  test('a row with a lower id that is committed later gets a later place, and no mark says it is settled', async () => {
    const { database, connect } = await opened()
    const [slow, quick] = [await connect(), await connect()]
    const sealer = sealerOf(database)
    await slow.query('BEGIN')
    await slow.query(insert)
    await quick.query(insert)
    await sealer.run()
    await sealer.run()
    const stored = async () =>
      (await database.orm.execute(sql`select position, audit_id, settled from audit_seals order by position`)).rows as object[]
    expect(await stored()).toEqual([{ position: 1, audit_id: 2, settled: null }])
    await slow.query('COMMIT')
    await sealer.run()
    await sealer.run()
    expect(await stored()).toEqual([
      { position: 1, audit_id: 2, settled: null },
      { position: 2, audit_id: 1, settled: null },
      { position: 3, audit_id: null, settled: 2 },
    ])
    expect(await verified(database.orm)).toMatchObject({ faults: [], waiting: 0 })
  })

  test('no row is missed or sealed twice, whoever commits or fails when, while connections are killed', { timeout: 120_000 }, async () => {
    const { database, connect } = await opened()
    const writers = await Promise.all(Array.from({ length: 8 }, connect))
    let isDone = false
    const write = async (client: pg.Client, seed: number) => {
      for (let turn = 0; turn < 60; turn++) {
        await client.query('BEGIN')
        for (let row = 0; row <= (seed + turn) % 4; row++) await client.query(insert)
        await client.query(`SELECT count(*) FROM generate_series(1, ${((seed * 7 + turn * 13) % 11) * 20_000})`)
        await client.query((seed + turn) % 5 === 0 ? 'ROLLBACK' : 'COMMIT')
      }
    }
    const seal = async () => {
      const sealer = sealerOf(database)
      while (!isDone) await sealer.run().catch(() => undefined)
    }
    const killer = await connect()
    const kill = async () => {
      for (let turn = 0; turn < 300; turn++)
        await killer.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE '%audit_seals%' AND pid <> pg_backend_pid()`)
    }
    const sealing = [seal(), seal()]
    await Promise.all([...writers.map(write), kill()])
    isDone = true
    await Promise.all(sealing)
    const sealer = sealerOf(database)
    await sealer.run()
    const { faults, waiting } = await verified(database.orm)
    expect([faults, waiting]).toEqual([[], 0])
    const rows = await count(database.orm, 'audit_log')
    const sealed = await database.orm.execute(sql`select count(audit_id)::int as count from audit_seals`)
    expect([rows, sealed.rows]).toEqual([expect.any(Number), [{ count: rows }]])
  })

  test('npm run audit verifies and exports', { timeout: 60_000 }, async () => {
    const { database, settings } = await opened()
    await addAudits(database.orm, 30)
    await sealerOf(database).run()
    const run = async (...args: string[]) => {
      const child = startChild('server/operate/audit/main', args, environmentOf(settings))
      return { code: await child.ended, says: child.output() + child.errors() }
    }
    const whole = await run('verify')
    expect([whole.code, whole.says]).toEqual([0, expect.stringMatching(/^The audit trail is whole\. Its head is 31:[\da-f]{64}; .*\n$/)])
    expect(await run('verify', '--head', `40:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      says: expect.stringContaining('the trail ends at seal 31, but a head was kept of seal 40'),
    })
    await database.orm.execute(sql`update audit_log set target_id = 0`)
    const broken = await run('verify')
    expect(broken.code).toBe(1)
    expect(broken.says.trim().split('\n')).toHaveLength(22)
    expect(broken.says).toContain('… and 10 more\nThe audit trail is not whole: 30 faults.')
    const lines = (await run('export', '--since', '2026-06-15')).says.trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as { position: number; previous: string; hash: string })
    expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1))
    expect(entries.slice(1).map(({ previous }) => previous)).toEqual(entries.slice(0, -1).map(({ hash }) => hash))
    expect((await run('export', '--since', '2030-01-01')).says).toBe('')
    expect((await run('export', '--since', 'June')).says).toContain('June is not a day')
    expect((await run('verify', '--head', '12')).says).toContain('12 is not a head')
  })
})
