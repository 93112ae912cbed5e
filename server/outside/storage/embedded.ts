import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { type Storage, StorageError } from './port.ts'

/**
 * Private files below a directory. Named by the hash of their key, so
 * that keys can't escape the directory, be too long, or clash by case.
 */
export class EmbeddedStorage implements Storage {
  /** @param directory absolute; created with the first file */
  constructor(private readonly directory: string) {}

  async put(key: string, content: Buffer): Promise<void> {
    const file = this.fileOf(key)
    const draft = `${file}.${randomBytes(6).toString('hex')}.part`
    await answered(async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(content)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
        // Also syncs the file's name and its folder's.
        await syncDirectory(path.dirname(file))
        await syncDirectory(this.directory)
      } finally {
        await rm(draft, { force: true })
      }
    })
  }

  get(key: string): Promise<Readable | null> {
    return answered(async () => {
      try {
        return (await open(this.fileOf(key), 'r')).createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    })
  }

  delete(key: string): Promise<void> {
    return answered(() => rm(this.fileOf(key), { force: true }))
  }

  private fileOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex')
    return path.join(this.directory, name.slice(0, 2), name)
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open directories.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new StorageError('the file store failed', { cause: error })
  }
}
