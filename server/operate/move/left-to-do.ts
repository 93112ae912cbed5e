import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../db/connect.ts'
import { readKeyId } from '../../resources/auth/same-key.ts'
import type { Place } from './place.ts'

/** What else has to be moved besides the rows, one line each. */
export async function keyAndFiles({ orm }: Database, from: Place, to: Place): Promise<string[]> {
  const lines: string[] = []
  const id = await readKeyId(orm)
  const keyFile = join(from.dataDir, 'secret.key')
  const isThere = from.databaseUrl === null && existsSync(keyFile)
  if (id !== null) {
    const key = isThere ? `the text of ${keyFile}` : 'the SECRET_KEY used so far'
    const place = to.databaseUrl === null ? `${join(to.dataDir, 'secret.key')} (or SECRET_KEY)` : 'the setting SECRET_KEY'
    lines.push(`Key: ${place} must be ${key}, key ${id}; with another one the server does not start.`)
  }
  const files = join(from.dataDir, 'files')
  if (from.databaseUrl === null && existsSync(files)) lines.push(`Files: ${files} must lie in the DATA_DIR of the new place.`)
  lines.push(
    to.databaseUrl === null
      ? `Start the server with DATA_DIR=${to.dataDir}.`
      : 'Start the server with DATABASE_URL, and never again on what was copied.',
  )
  return lines
}
