import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file of server/db/migrations, written by `npm run migration`. */
export interface Migration {
  position: number
  tag: string
  statements: string[]
  /** SHA-256 of the text: applied migrations are never edited. */
  hash: string
}

export const migrationsDirectory = fileURLToPath(new URL('./migrations', import.meta.url))

/** All migrations of this release, in order. */
export function readMigrations(directory = migrationsDirectory): Migration[] {
  const journal = JSON.parse(readFileSync(join(directory, 'meta', '_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  return journal.entries.map(({ tag }, position) => {
    const sql = readFileSync(join(directory, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
    const statements = sql.split('--> statement-breakpoint').map((statement) => statement.trim())
    return { position, tag, statements: statements.filter((statement) => statement !== ''), hash: sha256(sql) }
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
