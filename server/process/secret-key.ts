import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDirectory } from './data-directory.ts'
import { encryptionKey, keyBytes } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * The key that encrypts secrets at rest: `secret.key` in the data directory, created on first start. Losing it
 * costs all two-factor secrets, so back it up, but separately from the database.
 * @throws StartError
 */
export function loadSecretKey(dataDir: string): Buffer {
  prepareDataDirectory(dataDir)
  const path = join(dataDir, 'secret.key')
  const text = read(path) ?? create(path)
  const key = encryptionKey.safeParse(text.trim())
  if (!key.success) throw new StartError(`${path} does not hold a key: it must be 32 bytes in base64. Restore it from your backup.`)
  return key.data
}

function read(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8')
    chmodSync(path, 0o600)
    return text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new StartError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Atomic: if two processes start together, both get the key of the first one. */
function create(path: string): string {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}
