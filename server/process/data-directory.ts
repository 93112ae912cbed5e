import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type StatsFs,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** The PostgreSQL major version of the installed PGlite; a test checks it. */
export const embeddedMajor = '18'

/** Bytes that must be free at start: PGlite doesn't recover well from a full disk. */
const minFreeBytes = 200 * 1024 * 1024

/** Bytes that must be free while running. */
const minRunningBytes = 24 * 1024 * 1024

const ours = ['database', 'database.unfinished', 'secret.key', 'server.lock', 'kernel.lock', 'files', 'backups', 'backup.sock']

const another = (setting: string) => `Set ${setting} to a directory that this account may write to, or give it this one.`

/**
 * Makes a directory and those above it, one by one: Node's own `recursive` never returns where a file system knows no such name though
 * the parent is there, as in /proc.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  if (dirname(directory) !== directory) makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process was first.
    if (!existsSync(directory)) throw error
  }
}

const answerMs = 10_000

/**
 * Reads a byte in another process, because on a network mount that hangs a call never returns, and this process could not even end.
 * @throws StartError if there is no answer in 10 seconds
 */
export function requireAnswer(directory: string): void {
  const { error } = spawnSync('head', ['-c', '1', join(directory, 'secret.key')], {
    stdio: 'ignore',
    timeout: answerMs,
    killSignal: 'SIGKILL',
  })
  // Without such a program nothing is known.
  if (error === undefined || !('code' in error) || error.code !== 'ETIMEDOUT') return
  throw new StartError(
    `DATA_DIR ${directory} does not answer: nothing could be read from it in ${answerMs / 1000} seconds. ` +
      'Check whether its disk or network mount hangs, or set DATA_DIR to another directory.',
  )
}

/**
 * Creates the data directory if needed and checks that it is ours, writable and private (mode 0700).
 * @param setting what named the directory, for messages
 * @throws StartError; nothing in it has been changed then
 */
export function prepareDataDirectory(directory: string, setting = 'DATA_DIR'): void {
  try {
    makeDirectory(directory)
  } catch (error) {
    throw new StartError(`${setting} ${directory} cannot be made: ${reasonOf(error)}. ${another(setting)}`)
  }
  const stat = statSync(directory)
  if (!stat.isDirectory()) throw new StartError(`${setting} ${directory} is not a directory. ${another(setting)}`)
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`${setting} ${directory} is not writable: ${reasonOf(error)}. ${another(setting)}`)
  }
  if ((stat.mode & 0o077) === 0) return
  const names = readdirSync(directory)
  if (names.some((name) => !ours.includes(name))) {
    throw new StartError(`${setting} ${directory} holds other files and is open to other users; use an empty directory.`)
  }
  try {
    chmodSync(directory, 0o700)
  } catch (error) {
    throw new StartError(`${setting} ${directory} is open to other users and cannot be made private: ${reasonOf(error)}.`)
  }
}

/**
 * Checks the database files before PGlite opens them: its own errors for unwritable or foreign directories are unclear.
 * @param directory the data directory, prepared and locked
 * @param setting what named it, for messages
 * @returns the database's path, and whether it has yet to be created
 * @throws StartError; nothing has been changed then
 */
export function inspectDatabase(directory: string, setting = 'DATA_DIR'): { path: string; isNew: boolean } {
  const path = join(directory, 'database')
  // Left by a start killed while creating the database; nothing has been stored in it yet.
  if (existsSync(unfinishedMark(directory))) rmSync(path, { recursive: true, force: true })
  checkFreeSpace(directory, setting)
  if (!existsSync(path)) return { path, isNew: true }
  if (!statSync(path).isDirectory()) throw new StartError(`${path} is not a directory, as a database is. Nothing was changed.`)
  if (readdirSync(path).length === 0) return { path, isNew: true }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    accessSync(join(path, 'global'), constants.W_OK)
  } catch (error) {
    throw new StartError(`The database in ${path} is not writable: ${reasonOf(error)}.`)
  }
  const major = versionOf(path)
  if (major !== embeddedMajor) {
    throw new StartError(
      `Wrong major version: the database in ${path} was made by PostgreSQL ${major}, the embedded one is ${embeddedMajor}. ` +
        `Nothing was changed. Use the release that made it, or another ${setting}.`,
    )
  }
  return { path, isNew: false }
}

/**
 * Forces all database files to disk: those written without it, at creation or by an earlier release, and those
 * that a killed process left in the system's cache. From then on the database syncs its own writes.
 * Synchronous, as nothing is served yet: a thousand files take a tenth of the time and of the processor time.
 * @throws StartError if one cannot be read
 */
export function syncFiles(path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    // Windows can't open directories.
    if (!entry.isFile() && (!entry.isDirectory() || process.platform === 'win32')) continue
    syncFile(join(entry.parentPath, entry.name))
  }
}

function syncFile(path: string): void {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    // A new database is already running, and creates and removes files.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new StartError(`The database’s file ${path} cannot be read: ${reasonOf(error)}.`)
  }
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Marks the database as unfinished; call `finished` once it is usable. */
export function markUnfinished(directory: string): { finished: () => void } {
  const mark = unfinishedMark(directory)
  writeFileSync(mark, '', { mode: 0o600 })
  return { finished: () => rmSync(mark) }
}

const unfinishedMark = (directory: string) => join(directory, 'database.unfinished')

function versionOf(path: string): string {
  try {
    return readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new StartError(`${path} is not a database: it has no readable PG_VERSION. Nothing was changed.`)
  }
}

/** Whether the running database can keep writing: PGlite allocates its log in files of 16 MB and stops if one fails. */
export async function hasRoom(directory: string): Promise<boolean> {
  return freeBytes(await statfs(directory)) >= minRunningBytes
}

const freeBytes = ({ bavail, bsize }: StatsFs) => bavail * bsize

function checkFreeSpace(directory: string, setting: string): void {
  const free = freeBytes(statfsSync(directory))
  if (free >= minFreeBytes) return
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`
  throw new StartError(`The disk of ${setting} ${directory} is nearly full: ${megabytes(free)} free, ${megabytes(minFreeBytes)} needed.`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
