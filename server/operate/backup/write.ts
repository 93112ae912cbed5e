import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Source } from '../move/source.ts'
import { keyEntry, type Manifest, manifestEntry, tableEntry } from './manifest.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface BackupParts {
  source: Source
  keyId: string | null
  /** The key itself; null if the backup must not contain it. */
  key: string | null
  /** The directory of files; null if they are stored elsewhere. */
  files: string | null
}

/**
 * Writes a backup as one compressed archive: manifest, key, files, then the rows of each table as text. It is
 * named `….part` until it is complete and on disk. Mode 0600.
 * @returns how many rows it has
 */
export async function writeBackup(path: string, parts: BackupParts): Promise<number> {
  const draft = `${path}.part`
  // An existing file would keep its mode.
  await rm(draft, { force: true })
  let rows = 0
  const content = contentOf(parts, (count) => {
    rows += count
  })
  await pipeline(
    Readable.from(content, { objectMode: true }),
    createGzip({ level: 3 }),
    createWriteStream(draft, { mode: 0o600, flags: 'w' }),
  )
  await sync(draft)
  await rename(draft, path)
  if (process.platform !== 'win32') await sync(dirname(path))
  return rows
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* contentOf({ source, keyId, key, files }: BackupParts, onTable: (rows: number) => void): AsyncGenerator<Buffer> {
  const madeAt = Math.floor(Date.now() / 1000)
  const tables: Manifest['tables'] = []
  for (const table of source.tables) tables.push({ ...table, ...(await source.sum(table.name)) })
  const manifest: Manifest = {
    format: 1,
    id: randomUUID(),
    madeAt,
    migrations: source.migrations.map(({ tag, hash }) => ({ tag, hash })),
    keyId,
    hasFiles: files !== null,
    sequences: source.sequences,
    tables,
  }
  yield* entry(manifestEntry, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), madeAt)
  if (key !== null) yield* entry(keyEntry, Buffer.from(key), madeAt)
  if (files !== null) yield* filesIn(files)
  for (const table of tables) {
    let number = 0
    for await (const { rows } of source.read(table, null)) {
      const lines = rows.map((row) => `${JSON.stringify(row.slice(0, table.columns.length))}\n`)
      yield* entry(tableEntry(table.name, ++number), Buffer.from(lines.join('')), madeAt)
    }
    onTable(table.rows)
  }
  yield tarEnd
}

function* entry(name: string, content: Buffer, modifiedAt: number): Generator<Buffer> {
  yield tarHeader(name, content.length, modifiedAt)
  yield content
  yield tarPadding(content.length)
}

/** Files are never changed in place. One that is deleted during the backup is left out. */
async function* filesIn(directory: string): AsyncGenerator<Buffer> {
  for (const folder of await namesIn(directory)) {
    for (const name of await namesIn(join(directory, folder))) {
      if (!/^[0-9a-f]{64}$/.test(name)) continue
      const handle = await open(join(directory, folder, name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (handle === null) continue
      const { size, mtimeMs } = await handle.stat()
      yield tarHeader(`files/${basename(folder)}/${name}`, size, mtimeMs / 1000)
      // The stream closes the file when it ends.
      for await (const piece of handle.createReadStream()) yield piece as Buffer
      yield tarPadding(size)
    }
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return []
    throw error
  }
}
