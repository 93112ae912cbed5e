import { constants, copyFile, mkdir, readdir, statfs, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { StartError } from '../../process/start-error.ts'

/** Bytes that must stay free for the log written during the copy. */
const reserveBytes = 200 * 1024 * 1024

/**
 * Copies the files of a running database as PostgreSQL's own tools do. Files that change during the copy are
 * repaired by the log, which is copied last and replayed when the copy is opened.
 * @param pool connections without the usual deadline; no checkpoint may run during the copy, as it would remove log files
 * @param path the database's directory
 * @param into receives a directory `database`
 */
export async function copyFiles(pool: pg.Pool, path: string, into: string): Promise<void> {
  const copy = join(into, 'database')
  await mkdir(copy, { recursive: true, mode: 0o700 })
  const { rows: sizes } = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
  const { bavail, bsize } = await statfs(into)
  const needed = (sizes[0]?.bytes ?? 0) + reserveBytes
  if (bavail * bsize < needed)
    throw new StartError(`The disk of ${into} has no room for a copy of the database: ${Math.ceil(needed / 1024 / 1024)} MB are needed.`)
  // A backup belongs to a session, and the embedded database has only one.
  await pool.query(`SELECT pg_backup_start('quaydesk', true)`)
  let label: string
  try {
    await copyTree(path, copy)
  } finally {
    const { rows } = await pool.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    label = rows[0]?.labelfile ?? ''
  }
  await writeFile(join(copy, 'backup_label'), label)
  for (const name of await readdir(join(path, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) await copyFile(join(path, 'pg_wal', name), join(copy, 'pg_wal', name))
}

/** Files that disappear during the copy belonged to dropped tables; the log records that too. */
async function copyTree(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name))
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true })
    if (!entry.isFile() || isLeftOut(path)) continue
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/** Skips the log, which is copied last, and files that only the running process needs. */
const isLeftOut = (path: string) => /^pg_wal.[0-9A-F]{24}$/.test(path) || path === 'postmaster.pid' || path.includes('pgsql_tmp')
