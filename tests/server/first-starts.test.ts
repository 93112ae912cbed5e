import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { demoAccounts } from '../../demo/data/accounts.ts'
import { openDatabase } from '../../server/db/connect.ts'
import { readMigrations } from '../../server/db/migration-files.ts'
import { silentLog } from '../../server/process/log.ts'
import { startChild } from '../support/child.ts'
import { addressesOf, environmentOf } from '../support/database.ts'
import { statement } from '../support/postgres.ts'

test('three parallel first starts on an empty database migrate and fill it once and create one account', async () => {
  const { url } = inject('postgres')
  const name = `quaydesk_first_${randomBytes(6).toString('hex')}`
  await statement(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  onTestFinished(() => statement(url, `DROP DATABASE ${name} WITH (FORCE)`))
  const dataDir = mkdtempSync(join(tmpdir(), 'quaydesk-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const settings = { ...addressesOf(name), dataDir }

  const start = () =>
    startChild('server/main', ['--api-only'], {
      PORT: '0',
      PUBLIC_SITE_PORT: '0',
      LOG_LEVEL: 'fatal',
      DEMO: '50',
      ADMIN_EMAIL: 'first@example.com',
      ADMIN_PASSWORD: 'letters4numbers',
      DRAIN_SECONDS: '0',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...environmentOf(settings),
    })
  const servers = [start(), start(), start()]
  const outputs = await Promise.all(servers.map((server) => server.says(/listens at/)))
  expect(outputs.filter((output) => output.includes('Migrated the database'))).toHaveLength(1)
  // All three may begin, but only one counts.
  expect(outputs.map((output) => output.split('\n').filter((line) => line.endsWith('…')))).toContainEqual([
    'Filling the database with demo data…',
    'Counting the figures of the dashboards…',
  ])

  const database = await openDatabase(settings, silentLog)
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*) FROM schema_migrations) AS migrations, (SELECT count(*) FROM staff) AS staff,
      (SELECT count(*) FROM staff WHERE email = 'first@example.com') AS first`,
  )
  expect(rows).toEqual([{ migrations: readMigrations().length, staff: Object.keys(demoAccounts).length + 1, first: 1 }])
  await database.close()
  for (const { process } of servers) process.kill('SIGTERM')
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0])
})
