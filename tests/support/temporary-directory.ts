import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enough = 4 * 1024 ** 3

/** The directory for test databases. It is in memory if there is plenty of room: creating a file there takes a tenth of the time. */
export function temporaryDirectory(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > enough ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A directory there that is deleted, with everything tests leave in it, when this process ends. */
export function directoryOfRun(): string {
  const directory = mkdtempSync(join(temporaryDirectory(), 'quaydesk-tests-'))
  // PostgreSQL refuses to run as root, so its own user needs access to the directories below.
  chmodSync(directory, 0o755)
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
