import { constants, copyFile, mkdir, readdir, statfs, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type pg from 'pg'
import { StartError } from './start-error.ts'

/** Bytes that stay free for the log that is written meanwhile. */
const reserveBytes = 200 * 1024 * 1024

/**
 * Copies the files of a running database as PostgreSQL's own tools do: what changes while they are copied is mended by the
 * log, which is copied last. Opening the copy replays it.
 * @param pool connections without the usual deadline; no checkpoint may run meanwhile, as it removes parts of the log
 * @param path the database's directory
 * @param into gets `database`
 */
export async function copyFiles(pool: pg.Pool, path: string, into: string): Promise<void> {
  const copy = join(into, 'database')
  await mkdir(copy, { recursive: true, mode: 0o700 })
  const { rows: sizes } = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
  const { bavail, bsize } = await statfs(into)
  const needed = (sizes[0]?.bytes ?? 0) + reserveBytes
  if (bavail * bsize < needed)
    throw new StartError(`The disk of ${into} has no room for a copy of the database: ${Math.ceil(needed / 1024 / 1024)} MB are needed.`)
  // A backup belongs to a session, and the embedded database has just one.
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

/** Files that are gone meanwhile belonged to tables that are gone: the log says so too. */
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

/** The log comes last, and what only the running process needs not at all. */
const isLeftOut = (path: string) => /^pg_wal.[0-9A-F]{24}$/.test(path) || path === 'postmaster.pid' || path.includes('pgsql_tmp')
