import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/** Where tests keep their databases: in memory if it has plenty of room, as making a file takes a tenth of the time there. */
export function temporaryDirectory(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > enough ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A directory there that is gone when this process ends, with all that tests leave behind. */
export function directoryOfRun(): string {
  const directory = mkdtempSync(join(temporaryDirectory(), 'quaydesk-tests-'))
  // PostgreSQL, which refuses to run as root, has to get to its own below it.
  chmodSync(directory, 0o755)
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
