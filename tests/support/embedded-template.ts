import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { readMigrations } from '../../server/db/migration-files.ts'
import { silentLog } from '../../server/process/log.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/quaydesk', import.meta.url))

const maxAgeMs = 24 * 60 * 60_000

/**
 * A migrated data directory to copy. Creating one takes seconds, so it is cached until the migrations or PGlite change.
 */
export async function embeddedTemplate(): Promise<string> {
  const name = `embedded-${keyOf()}`
  const path = join(cache, name)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, 'making-'))
  const database = await openDatabase({ databaseUrl: null, dataDir: making }, silentLog)
  await migrate(database, silentLog)
  await database.close()
  // A newer one may be that of another checkout with the same node_modules.
  for (const old of readdirSync(cache).map((file) => join(cache, file)))
    if (old.includes('embedded-') && statSync(old).mtimeMs < Date.now() - maxAgeMs) rmSync(old, { recursive: true, force: true })
  try {
    renameSync(making, path)
  } catch {
    // Another run finished first; its directory is just as good.
    rmSync(making, { recursive: true, force: true })
  }
  return path
}

function keyOf(): string {
  const hash = createHash('sha256')
  // The package does not export its package.json; find it from the file it does export.
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  hash.update(readFileSync(join(dirname(entry), '..', 'package.json')))
  for (const migration of readMigrations()) hash.update(migration.hash)
  return hash.digest('hex').slice(0, 16)
}
