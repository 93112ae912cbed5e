import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Migration, migrationsDirectory, readMigrations } from '../../../server/db/migration-files.ts'

/**
 * During a rolling update, servers of the previous release keep running on a migrated database. A migration may add things
 * they do not know (expand). It may remove things they use only in a later release (contract).
 */

const root = new URL('../../../', import.meta.url)

/** Released versions. */
const released = [...readFileSync(new URL('CHANGELOG.md', root), 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
  ([, version]) => version ?? '',
)

const name = '"?(\\w+)"?'
const named = (text: string, pattern: string) => new RegExp(pattern.replace('NAME', name), 'i').exec(text)?.[1]

/** How a statement breaks a table that servers of the previous release use; null if it does not. */
function breach(sql: string, made: ReadonlySet<string>, unique: ReadonlySet<string>): string | null {
  const dropped = named(sql, '^DROP INDEX (?:IF EXISTS )?NAME') ?? named(sql, 'DROP CONSTRAINT (?:IF EXISTS )?NAME')
  if (dropped !== undefined && unique.has(dropped)) return `${dropped} is gone: ON CONFLICT may name it`
  if (/^DROP (TABLE|VIEW|TYPE)\b/i.test(sql)) return 'it is gone'
  if (/^ALTER TYPE\b.*\bRENAME\b/is.test(sql)) return 'it has another name'
  const table = named(sql, '^(?:ALTER TABLE (?:ONLY )?|CREATE UNIQUE INDEX .*? ON )NAME')
  if (table === undefined || made.has(table)) return null
  if (/^CREATE UNIQUE/i.test(sql)) return 'their rows may be refused'
  if (/\bDROP COLUMN\b/i.test(sql)) return 'a column is gone'
  if (/\bRENAME\b/i.test(sql)) return 'something has another name'
  if (/\bSET NOT NULL\b/i.test(sql) || /\bDROP DEFAULT\b/i.test(sql)) return 'their rows may lack it'
  if (/\bALTER COLUMN \S+ (SET DATA )?TYPE\b/i.test(sql)) return 'a column has another type'
  const isFilled = /\b(DEFAULT|GENERATED|SERIAL|BIGSERIAL|IDENTITY)\b/i.test(sql)
  if (/\bADD COLUMN\b.*\bNOT NULL\b/is.test(sql) && !isFilled) return 'their rows lack it'
  if (/\bADD (CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY|EXCLUDE)\b/i.test(sql)) return 'their rows may be refused'
  return null
}

/** The statements that break the rule in consecutive migrations, by tag: each statement's beginning and the reason. */
function breaches(migrations: readonly Pick<Migration, 'tag' | 'statements'>[], releases = released): Record<string, string[]> {
  const unique = new Set<string>()
  const found: Record<string, string[]> = {}
  for (const { tag, statements } of migrations) {
    const made = new Set<string>()
    for (const statement of statements) {
      const sql = statement.replace(/^\s*--.*$/gm, '').trim()
      const why = breach(sql, made, unique)
      const [, since = ''] = /^-- contract: unused since (\S+)$/m.exec(statement) ?? []
      if (why !== null && !releases.includes(since)) (found[tag] ??= []).push(`${sql.split('\n')[0]?.slice(0, 60)}: ${why}`)
      made.add(named(sql, '^CREATE TABLE (?:IF NOT EXISTS )?NAME') ?? '')
      for (const pattern of ['^CREATE UNIQUE INDEX (?:CONCURRENTLY )?NAME', 'CONSTRAINT NAME (?:UNIQUE|PRIMARY KEY)'])
        unique.add(named(sql, pattern) ?? '')
    }
  }
  return found
}

/** These predate the rule and the first release, so no older server runs beside them. */
const former: readonly string[] = ['0004_payment_list', '0010_refunds_made_there']

test('migrations keep servers of the previous release working', () => {
  const found = breaches(readMigrations())
  expect(Object.keys(found)).toEqual(former)
})

test.each([
  'DROP TABLE "customers"',
  'ALTER TABLE "customers" DROP COLUMN "country"',
  'ALTER TABLE "customers" RENAME COLUMN "country" TO "land"',
  'ALTER TABLE "customers" RENAME TO "clients"',
  'ALTER TABLE "customers" ALTER COLUMN "country" SET NOT NULL',
  'ALTER TABLE "customers" ALTER COLUMN "country" DROP DEFAULT',
  'ALTER TABLE "customers" ALTER COLUMN "id" SET DATA TYPE bigint',
  'ALTER TABLE "customers" ADD COLUMN "land" text NOT NULL',
  'ALTER TABLE "customers" ADD CONSTRAINT "known" CHECK (country IS NOT NULL)',
  'CREATE UNIQUE INDEX "one_each" ON "customers" USING btree ("country")',
  'DROP INDEX "staff_email_unique"',
])('rejects a breaking statement unless it is a later contract step: %s', (statement) => {
  const added = (text: string) => breaches([...readMigrations(), { tag: 'new', statements: [text] }], ['1.2.0'])['new'] ?? []
  expect(added(statement)).toHaveLength(1)
  expect(added(`-- contract: unused since 1.3.0\n${statement}`)).toHaveLength(1)
  expect(added(`-- contract: unused since 1.2.0\n${statement}`)).toEqual([])
})

test.each([
  ['CREATE TABLE "lands" ("id" int)', 'ALTER TABLE "lands" ADD CONSTRAINT "one" UNIQUE ("id")'],
  ['ALTER TABLE "customers" ADD COLUMN "land" text'],
  [`ALTER TABLE "customers" ADD COLUMN "land" text DEFAULT '' NOT NULL`],
  ['CREATE INDEX "by_land" ON "customers" USING btree ("country")', 'DROP INDEX "qrs_type"'],
  ['ALTER TABLE "customers" ALTER COLUMN "country" DROP NOT NULL'],
])('allows a compatible statement: %s', (...statements) => {
  expect(breaches([...readMigrations(), { tag: 'new', statements }])['new']).toBeUndefined()
})

test('of drizzle’s snapshots only the newest is kept, which the next migration is compared with', () => {
  const { length } = readMigrations()
  const newest = String(length - 1).padStart(4, '0')
  expect(readdirSync(`${migrationsDirectory}/meta`).toSorted()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})
