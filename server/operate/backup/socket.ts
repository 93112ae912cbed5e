import { once } from 'node:events'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { StartError } from '../../process/start-error.ts'

/** Bytes that a socket's path may have. */
const maxPathBytes = 100

const snapshotPrefix = 'snapshot-'

/** Where snapshots and backups of an embedded database are. */
export const backupsIn = (dataDir: string) => join(dataDir, 'backups')

/**
 * Lets commands of the same user on the same machine ask the running server for a copy of its embedded database,
 * through a socket in the data directory (mode 0600). The copy exists while the client stays connected. Does
 * nothing on PostgreSQL, nor on Windows, where everybody could open the socket.
 * @returns a function that stops it
 */
export async function startSnapshots({ snapshot }: Database, dataDir: string, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  if (snapshot === null || process.platform === 'win32') return () => Promise.resolve()
  // Left behind by a killed process. No other process uses the directory.
  await rm(join(dataDir, 'backup.sock'), { force: true })
  await removeSnapshots(backupsIn(dataDir))
  const sockets = new Set<Socket>()
  let last: Promise<void> = Promise.resolve()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', (error) => log.debug({ err: error }, 'a backup broke off')).on('close', () => sockets.delete(socket))
    last = last.then(() => give(socket, snapshot, dataDir, log))
  })
  const { path, done } = reachable(dataDir)
  try {
    server.listen(path)
    await once(server, 'listening')
    await chmod(join(dataDir, 'backup.sock'), 0o600)
  } catch (error) {
    // Some file systems do not support sockets, and some paths are too long.
    log.warn({ err: error }, 'no backups while the server runs: its socket in DATA_DIR cannot be made')
    server.close()
    return () => Promise.resolve()
  } finally {
    done()
  }
  server.unref()
  return async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await last
    rmSync(join(dataDir, 'backup.sock'), { force: true })
  }
}

async function removeSnapshots(directory: string): Promise<void> {
  if (!existsSync(directory)) return
  for (const name of await readdir(directory))
    if (name.startsWith(snapshotPrefix)) await rm(join(directory, name), { recursive: true, force: true })
}

/** Makes a copy, sends its path, and removes it when the client disconnects. One at a time. */
async function give(socket: Socket, snapshot: (into: string) => Promise<void>, dataDir: string, log: FastifyBaseLogger): Promise<void> {
  if (socket.destroyed) return
  const gone = once(socket, 'close').catch(() => undefined)
  // The socket must be read for its end to be noticed.
  socket.resume()
  let directory: string | null = null
  try {
    await mkdir(backupsIn(dataDir), { recursive: true, mode: 0o700 })
    directory = await mkdtemp(join(backupsIn(dataDir), snapshotPrefix))
    await snapshot(directory)
    socket.write(`${JSON.stringify({ directory })}\n`)
    await gone
  } catch (error) {
    log.error({ err: error }, 'the embedded database could not be copied for a backup')
    socket.end(
      `${JSON.stringify({ error: error instanceof StartError ? error.message : 'The server could not copy its database; its log says why.' })}\n`,
    )
  } finally {
    if (directory !== null) await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Asks the running server for a copy of its database.
 * @returns the copy, a data directory that exists until `end` is called; null if no server is running
 * @throws StartError if the server cannot make one
 */
export async function askForSnapshot(dataDir: string): Promise<{ directory: string; end: () => void } | null> {
  if (process.platform === 'win32' || !existsSync(join(dataDir, 'backup.sock'))) return null
  const { path, done } = reachable(dataDir)
  const socket = createConnection(path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes(String((error as NodeJS.ErrnoException).code))) return null
    throw error
  } finally {
    done()
  }
  for await (const line of createInterface({ input: socket })) {
    const { directory, error } = JSON.parse(line) as { directory?: string; error?: string }
    if (directory === undefined) throw new StartError(error ?? 'The server made no copy of its database.')
    return { directory, end: () => socket.destroy() }
  }
  throw new StartError('The server stopped before it had copied its database.')
}

/** A path to the socket that is short enough for the system. */
function reachable(dataDir: string): { path: string; done: () => void } {
  const path = join(dataDir, 'backup.sock')
  if (Buffer.byteLength(path) <= maxPathBytes || process.platform !== 'linux') return { path, done: () => undefined }
  const directory = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${directory}/backup.sock`, done: () => closeSync(directory) }
}
