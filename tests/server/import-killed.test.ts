import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { startRestoringIndexes } from '../../server/db/left-out-indexes.ts'
import { silentLog } from '../../server/process/log.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, directAddress, environmentOf } from '../support/database.ts'
import { sampleRows } from '../support/ingest.ts'

/** The import blocks here on a lock that the test holds, so that it is killed at exactly this point. */
const stops = [
  { key: 1, where: 'imports', when: 'insert or update', condition: 'new.line >= 3000' },
  { key: 2, where: 'imports', when: 'insert or update', condition: 'new.line >= 9000' },
  { key: 3, where: 'left_out_indexes', when: 'delete', condition: "old.name = 'qrs_scans'" },
]

describe('npm run import, killed', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quaydesk-killed-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function place() {
    const { settings, remove } = await copyDatabase()
    const client = new pg.Client({ connectionString: directAddress(settings) })
    await client.connect()
    onTestFinished(async () => {
      await client.end()
      await remove()
    })
    const env = { ...environmentOf(settings), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const rows = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows
    return { client, settings, rows, start: (...args: string[]) => startChild('server/product/import/main', args, env) }
  }
  type Place = Awaited<ReturnType<typeof place>>

  const indexes = ({ rows }: Place) =>
    rows(`SELECT pg_get_indexdef(indexrelid) AS definition, indisvalid AS valid FROM pg_index JOIN pg_class c ON c.oid = indrelid
      WHERE relnamespace = 'public'::regnamespace ORDER BY 1`)
  const contents = async ({ rows }: Place) => {
    const sums: Record<string, unknown> = {}
    for (const table of ['customers', 'qrs', 'external_records', 'used_uris', 'waiting_rows', 'qr_daily_scans'])
      sums[table] = await rows(
        `SELECT count(*), md5(string_agg((to_jsonb(t) - 'since')::text, ',' ORDER BY (to_jsonb(t) - 'since')::text)) FROM ${table} t`,
      )
    return sums
  }

  function writeFiles() {
    const at = Math.floor(Date.now() / 1000) - 100
    const write = (name: string, all: object[]) => writeFileSync(join(folder, name), all.map((row) => `${JSON.stringify(row)}\n`).join(''))
    write('customers.ndjson', [{ ...sampleRows.customers, updatedAt: at, createdAt: at }])
    const qr = { ...sampleRows.qrs, updatedAt: at, createdAt: at }
    // For every hundredth one, the customer never arrives.
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1)
    write(
      'qrs.ndjson',
      ids.map((id) => ({ ...qr, externalId: String(id), uri: `u-${id}`, customer: id % 100 === 0 ? 'nobody' : '7' })),
    )
    write(
      'daily-scans.ndjson',
      ids.slice(0, 500).map((id) => ({ ...sampleRows['daily-scans'], updatedAt: at, qr: String(id) })),
    )
  }

  // Starts five processes, which is slow on a busy machine.
  test('at three points, ends with the same tables and indexes as without interruption', { timeout: 300_000 }, async () => {
    writeFiles()
    const whole = await place()
    const before = await indexes(whole)
    expect(await whole.start(folder).ended).toBe(0)

    const killed = await place()
    for (const { key, where, when, condition } of stops)
      await killed.client.query(`SELECT pg_advisory_lock(${key});
        CREATE FUNCTION stop_${key}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF ${condition} THEN PERFORM pg_advisory_xact_lock(${key}); END IF;
          RETURN coalesce(new, old);
        END $$;
        CREATE TRIGGER stop_${key} BEFORE ${when} ON ${where} FOR EACH ROW EXECUTE FUNCTION stop_${key}()`)
    for (const { key } of stops) {
      const child = killed.start(folder, '--rebuild-indexes')
      const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${key} AND NOT granted`
      await child.until(async () => (await killed.rows(waiting)).length > 0)
      child.process.kill('SIGKILL')
      expect(await child.ended).toBe('SIGKILL')
      // The transaction in progress is lost with it.
      await killed.rows(`SELECT pg_terminate_backend(pid, 10000) FROM (${waiting}) w`)
      await killed.rows(`SELECT pg_advisory_unlock(${key})`)
      expect((await killed.rows('SELECT 1 FROM left_out_indexes')).length).toBeGreaterThan(0)
    }
    const last = killed.start(folder, '--rebuild-indexes')
    expect([await last.ended, last.output()]).toEqual([0, expect.stringContaining('qrs: 10000 rows read: ')])
    expect(await contents(killed)).toEqual(await contents(whole))
    expect(await killed.rows('SELECT FROM left_out_indexes')).toEqual([])
    expect(await indexes(killed)).toEqual(before)
  })

  test('leaves no index missing: a server rebuilds them all, even a half-built one', async () => {
    const here = await place()
    const before = await indexes(here)
    await here.rows(`INSERT INTO left_out_indexes SELECT relname, 'qrs', pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid
      WHERE indrelid = 'qrs'::regclass AND NOT indisunique`)
    await here.rows('DROP INDEX qrs_scans, qrs_visits, qrs_name_search')
    await here.rows('CREATE INDEX qrs_visits ON qrs (visits, id)')
    await here.rows("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'qrs_visits'::regclass")
    const database = await openDatabase(here.settings, silentLog)
    onTestFinished(() => database.close())
    // Does nothing while an import is running, because the import restores the indexes itself.
    const other = new pg.Client({ connectionString: directAddress(here.settings) })
    await other.connect()
    await other.query('SELECT pg_advisory_lock(46000004)')
    await startRestoringIndexes(database, silentLog)()
    expect((await here.rows('SELECT FROM left_out_indexes')).length).toBe(
      before.filter(({ definition }) => /^CREATE INDEX .* ON public.qrs /.test(String(definition))).length,
    )
    await other.end()
    const stop = startRestoringIndexes(database, silentLog)
    await expect.poll(() => here.rows('SELECT FROM left_out_indexes')).toEqual([])
    await stop()
    expect(await indexes(here)).toEqual(before)
  })
})
