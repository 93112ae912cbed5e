import { closeSync, constants, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../process/start-error.ts'

/**
 * Two processes on one PGlite directory silently corrupt it. Two locks prevent that:
 * - a kernel lock that ends with the process, so it is never stale or raced for: an abstract socket named after the
 * directory's device and inode on Linux, a named pipe on Windows, an exclusively locked file elsewhere;
 * - a file that names the holder and is touched while it lives. It identifies the holder, and covers what the first
 * can't reach: two containers that share a volume.
 */
export interface DirectoryLock {
  release(): Promise<void>
}

interface Holder {
  pid: number
  host: string
}

const beatMs = 5_000
/** A holder on another host counts as gone if its file hasn't been touched for this long. */
const goneMs = 20_000

/**
 * @param setting what named the directory, for messages
 * @throws StartError naming the holder if another process has it
 */
export async function lockDirectory(directory: string, setting = 'DATA_DIR'): Promise<DirectoryLock> {
  const path = join(directory, 'server.lock')
  const letGo = await holdInKernel(directory)
  if (letGo === null) throw inUse({ setting, directory }, readHolder(path)?.holder)
  const other = readHolder(path)
  if (other !== null && other.holder.host !== hostname() && Date.now() - other.touchedAt < goneMs) {
    await letGo()
    throw inUse({ setting, directory }, other.holder)
  }
  const self: Holder = { pid: process.pid, host: hostname() }
  writeFileSync(path, JSON.stringify(self), { mode: 0o600 })
  const beat = setInterval(() => touch(path), beatMs)
  beat.unref()
  return {
    async release() {
      clearInterval(beat)
      rmSync(path, { force: true })
      await letGo()
    },
  }
}

function inUse({ setting, directory }: { setting: string; directory: string }, holder: Holder | undefined): StartError {
  const by = holder === undefined ? 'another process' : `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`
  return new StartError(`${setting} ${directory} is in use by ${by}. Stop it first, or use another ${setting}.`)
}

function readHolder(path: string): { holder: Holder; touchedAt: number } | null {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    if (typeof pid !== 'number' || typeof host !== 'string') return null
    return { holder: { pid, host }, touchedAt: statSync(path).mtimeMs }
  } catch {
    // No holder, or one that died before writing its name.
    return null
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The file was removed; the kernel lock still holds.
  }
}

type LetGo = () => Promise<void>

/** Takes the lock that ends with the process; null if another process has it. */
function holdInKernel(directory: string): Promise<LetGo | null> {
  const { dev, ino } = statSync(directory)
  const name = `quaydesk-${dev}-${ino}`
  if (process.platform === 'linux') return listenOn(`\0${name}`)
  if (process.platform === 'win32') return listenOn(`\\\\.\\pipe\\${name}`)
  return Promise.resolve(openExclusively(join(directory, 'kernel.lock')))
}

function listenOn(name: string): Promise<LetGo | null> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(name, () => {
      server.unref()
      resolve(() => new Promise((closed) => server.close(() => closed())))
    })
  })
}

/** macOS and BSD: open(2) can lock the file with O_EXLOCK and O_NONBLOCK. */
function openExclusively(path: string): LetGo | null {
  const exclusiveLock = 0x20
  const withoutWaiting = 0x4
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT | exclusiveLock | withoutWaiting, 0o600)
    return async () => closeSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK')) return null
    throw error
  }
}
