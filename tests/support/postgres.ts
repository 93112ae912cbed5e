import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { asDatabase } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPostgres } from '../../server/db/postgres/database.ts'
import { silentLog } from '../../server/process/log.ts'
import { embeddedTemplate } from './embedded-template.ts'
import { startPooler } from './pooler.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for test databases, with a migrated database to copy. */
    postgres: { url: string; template: string }
    /** The port of a pooler before it, if the tests run through one. */
    poolerPort: number | null
    /** A migrated data directory of the embedded database, to copy. */
    embeddedTemplate: string
  }
}

/**
 * Once per run: a PostgreSQL 18 on a free loopback port (or the server of DATABASE_URL) with one migrated database to
 * copy, and the same for the embedded engine. With
 * `npm run test:pooled` also a pooler.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, directory] = await Promise.all([startPostgres(), embeddedTemplate()])
  const template = `quaydesk_template_${randomBytes(4).toString('hex')}`
  await makeTemplate(server.url, template)
  project.provide('postgres', { url: server.url, template })
  project.provide('embeddedTemplate', directory)
  const pooler = process.env['TEST_ENGINES'] === 'pooled' ? await startPooler(server.url) : null
  project.provide('poolerPort', pooler?.port ?? null)
  return async () => {
    await pooler?.stop()
    await statement(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await server.stop()
  }
}

/** Runs one statement on a separate connection. */
export async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** A migrated database of this name, to copy. */
export async function makeTemplate(url: string, name: string): Promise<void> {
  // A linguistic collation on purpose: a query without COLLATE "C" then sorts differently on the two engines, so its test fails.
  await statement(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`)
  const times = { deadlineMs: 60_000, idleInTransactionMs: 60_000 }
  const opened = await openPostgres({ url: urlOf(url, name), directUrl: null, ...times }, silentLog)
  const database = asDatabase('postgres', { ...opened, isNew: false })
  await migrate(database, silentLog)
  await database.close()
}
