import { createReadStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { TableShape } from '../../db/catalog.ts'
import { type Migration, readMigrations } from '../../db/migration-files.ts'
import { StartError } from '../../process/start-error.ts'
import { fileOfEntry, keyEntry, Manifest, manifestEntry, tableOfEntry } from '../backup/manifest.ts'
import { contentOf, readTar, type TarEntry } from '../backup/tar.ts'
import type { Portion, Row } from '../move/rows.ts'
import type { Source } from '../move/source.ts'

/** A backup that is being read, from beginning to end. */
export interface Archive {
  manifest: Manifest
  /** Null if the backup does not include it. Known once `source` has been read. */
  key(): string | null
  source: Source
}

/**
 * Opens a backup and reads its manifest. Files are written as they are read, before the first row.
 * @param files the directory to write files to
 * @throws StartError if it is not a backup, is incomplete, or is from a newer release
 */
export async function openArchive(path: string, files: string): Promise<Archive> {
  const entries = readTar(unpacked(path))
  const first = await entries.next()
  if (first.done || first.value.name !== manifestEntry) throw new StartError(`${path} is not a backup.`)
  const read = Manifest.safeParse(JSON.parse((await contentOf(first.value)).toString()))
  if (!read.success) throw new StartError(`${path} is a backup of another release: its manifest is not understood.`)
  const manifest = read.data
  const places = new Map(manifest.tables.map(({ name }, index) => [name, index]))
  let key: string | null = null
  /** An entry that was read while looking for an earlier table. */
  let waiting: TarEntry | null = null

  async function nextEntry(): Promise<TarEntry | null> {
    for (;;) {
      const { value: entry, done } = await entries.next()
      if (done) return null
      const file = fileOfEntry(entry.name)
      if (entry.name === keyEntry) key = (await contentOf(entry)).toString()
      else if (file !== null) await writeFileOf(entry, join(files, file))
      else return entry
    }
  }

  async function* rowsOf(table: TableShape, after: Row | null): AsyncGenerator<Portion> {
    const place = places.get(table.name) ?? 0
    for (let entry = waiting ?? (await nextEntry()); entry !== null; entry = await nextEntry()) {
      waiting = entry
      const found = tableOfEntry(entry.name)
      const at = found === null ? -1 : (places.get(found.table) ?? -1)
      if (at > place) return
      if (found === null || at < place || found.number <= Number(after?.[0] ?? 0)) continue
      const lines = (await contentOf(entry)).toString().split('\n')
      yield { rows: lines.slice(0, -1).map((line) => JSON.parse(line) as Row), after: [String(found.number)] }
    }
    waiting = null
  }

  return {
    manifest,
    key: () => key,
    source: {
      id: `backup ${manifest.id}`,
      migrations: migrationsOf(manifest, path),
      tables: manifest.tables,
      sequences: manifest.sequences,
      sum(table) {
        const { rows, sum } = manifest.tables[places.get(table) ?? -1] ?? { rows: 0, sum: '0' }
        return Promise.resolve({ rows, sum })
      },
      read: rowsOf,
      async end() {
        while ((await nextEntry()) !== null);
      },
    },
  }
}

/** @throws StartError if the file is incomplete */
async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const unpacking = createGunzip()
  const reading = pipeline(createReadStream(path), unpacking).catch(() => undefined)
  try {
    for await (const chunk of unpacking) yield chunk as Buffer
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new StartError(`There is no ${path}.`)
    throw code?.startsWith('Z_') ? new StartError(`${path} is damaged or not whole: ${message}.`) : error
  } finally {
    unpacking.destroy()
    await reading
  }
}

/** @throws StartError unless the backup's migrations are the first ones of this release */
function migrationsOf({ migrations }: Manifest, path: string): Migration[] {
  const ours = readMigrations()
  for (const [index, { tag, hash }] of migrations.entries())
    if (ours[index]?.hash !== hash)
      throw new StartError(`${path} is of a newer or another release: it has had ${tag}. Restore it with that one.`)
  return ours.slice(0, migrations.length)
}

async function writeFileOf(entry: TarEntry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, entry.content(), { mode: 0o600, flush: true })
  await rename(`${path}.part`, path)
}
