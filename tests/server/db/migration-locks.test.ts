import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Migration, readMigrations } from '../../../server/db/migration-files.ts'
import { statement, urlOf } from '../../support/postgres.ts'

/** Statements that block readers only briefly, whatever the table's size. A column with a constant default rewrites no rows. */
const isQuick = (sql: string) =>
  /^(CREATE TABLE|DROP (TABLE|INDEX|TRIGGER|FUNCTION|VIEW)|CREATE (OR REPLACE )?(FUNCTION|TRIGGER)|ALTER INDEX \S+ RENAME)\b/i.test(sql) ||
  (/^ALTER TABLE \S+ ((ADD|DROP|RENAME) COLUMN|DROP CONSTRAINT|RENAME|ALTER COLUMN \S+ ((SET|DROP) DEFAULT|DROP NOT NULL))\b/i.test(sql) &&
    !/\b(GENERATED|UNIQUE|PRIMARY KEY|REFERENCES|CHECK)\b|\w+\(/i.test(sql.replace(/\b(numeric|varchar)\([\d, ]+\)/gi, '')))

const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '').trim()

const { url } = inject('postgres')
const name = `quaydesk_locks_${randomBytes(6).toString('hex')}`
let writer: pg.Client
let reader: pg.Client
beforeAll(async () => {
  await statement(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  writer = new pg.Client({ connectionString: urlOf(url, name) })
  reader = new pg.Client({ connectionString: urlOf(url, name) })
  await Promise.all([writer.connect(), reader.connect()])
})
afterAll(async () => {
  await Promise.all([writer.end(), reader.end()])
  await statement(url, `DROP DATABASE ${name} WITH (FORCE)`)
})

/** The tables that cannot be read right now, including because of a locked index. Tables that only the writer sees do not count. */
async function unreadable(): Promise<string[]> {
  const { rows } = await reader.query<{ name: string }>(
    `SELECT DISTINCT relname AS name FROM pg_locks LEFT JOIN pg_index ON indexrelid = relation
     JOIN pg_class ON pg_class.oid = coalesce(indrelid, relation) AND relkind = 'r' AND relnamespace = 'public'::regnamespace
     WHERE mode = 'AccessExclusiveLock' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     ORDER BY 1`,
  )
  return rows.map((row) => row.name)
}

/** Runs a migration in one transaction, as at start-up, and looks after each statement for tables that nobody can read. */
async function longWhileUnreadable({ statements }: Migration): Promise<string[]> {
  const found: string[] = []
  await writer.query('BEGIN')
  let locked: string[] = []
  for (const text of statements) {
    await writer.query(text)
    const sql = withoutComments(text)
    if (locked.length === 0) locked = await unreadable()
    if (locked.length > 0 && !isQuick(sql)) found.push(`${sql.split('\n')[0]?.slice(0, 60)} while nobody reads ${locked.join(', ')}`)
  }
  await writer.query('COMMIT')
  return found
}

/** The first migration under this rule. Earlier ones are already applied; docs/operations.md lists their cost. */
const first = '_fold_letters'

// One test, because each migration builds on the previous ones.
test('migrations drop, rename and alter last, so that readers are not locked out during slow steps', async () => {
  const broken: Record<string, string[]> = {}
  const migrations = readMigrations()
  for (const migration of migrations) {
    const found = await longWhileUnreadable(migration)
    if (found.length > 0) broken[migration.tag] = found
  }
  expect(broken['0006_qr_actions']).toContainEqual(expect.stringMatching(/^CREATE INDEX "qrs_user_status" .* while nobody reads .*qrs/))
  const from = migrations.findIndex(({ tag }) => tag.endsWith(first))
  for (const { tag } of migrations.slice(from)) expect({ tag, broken: broken[tag] ?? [] }).toEqual({ tag, broken: [] })
})
