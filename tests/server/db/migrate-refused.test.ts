import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { readMigrations } from '../../../server/db/migration-files.ts'
import { silentLog } from '../../../server/process/log.ts'
import { statement, urlOf } from '../../support/postgres.ts'

test('a role that may not create is told what lets it, step by step, and each step does', async () => {
  const { url } = inject('postgres')
  const name = `quaydesk_refused_${randomBytes(4).toString('hex')}`
  const role = `${name}-role`
  await statement(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  await statement(url, `CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`)
  onTestFinished(async () => {
    await statement(url, `DROP DATABASE ${name} WITH (FORCE)`)
    await statement(url, `DROP ROLE "${role}"`)
  })
  const asRole = new URL(urlOf(url, name))
  Object.assign(asRole, { username: role, password: 'secret' })
  const database = await openDatabase({ databaseUrl: asRole.href, dataDir: '' }, silentLog)
  onTestFinished(() => database.close())
  const refusal = async () => {
    const error: unknown = await migrate(database, silentLog).catch((reason: unknown) => reason)
    return error instanceof Error ? `${error.name}: ${error.message}` : 'it migrated'
  }

  const owner = `The role "${role}" has to own the database (ALTER DATABASE ${name} OWNER TO "${role}";), or an administrator runs this in the database:`
  const grant = `GRANT CREATE ON SCHEMA public TO "${role}";`
  expect(await refusal()).toBe(
    'StartError: Migration 0000_extensions failed at "CREATE TABLE schema_migrations (position int PRIMARY KEY, tag text NOT NULL, has": ' +
      `permission denied for schema public. It was rolled back; nothing was changed. ${owner} ${grant}`,
  )
  await statement(urlOf(url, name), grant)
  const extension = 'CREATE EXTENSION IF NOT EXISTS pg_trgm;'
  expect(await refusal()).toBe(
    'StartError: Migration 0000_extensions failed at "-- Substring search on names, e-mails and addresses.": ' +
      `permission denied to create extension "pg_trgm". It was rolled back; nothing was changed. ${owner} ${extension}`,
  )
  await statement(urlOf(url, name), extension)
  expect(await migrate(database, silentLog)).toHaveLength(readMigrations().length)
})
