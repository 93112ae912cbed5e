import { Readable } from 'node:stream'
import { type Storage, StorageError } from '../../../server/outside/storage/port.ts'

/** A store that records calls and fails on request. */
export class MemoryStorage implements Storage {
  readonly files = new Map<string, Buffer>()
  /** The keys written, in order. */
  readonly puts: string[] = []
  /** The number of reads that succeed before the store fails. */
  failAfter = Number.POSITIVE_INFINITY
  fails: Partial<Record<keyof Storage, boolean>> = {}

  private held: { arrive: () => void; released: Promise<void> } | null = null

  /** Holds the next write: it has arrived, but ends only once it is released. */
  holdPut(): { arrived: Promise<void>; release: () => void } {
    let [arrive, release] = [() => {}, () => {}]
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const released = new Promise<void>((resolve) => (release = resolve))
    this.held = { arrive, released }
    return { arrived, release }
  }

  /** Restores the initial state. */
  reset(): void {
    this.files.clear()
    this.puts.length = 0
    this.failAfter = Number.POSITIVE_INFINITY
    this.fails = {}
  }

  async put(key: string, content: Buffer): Promise<void> {
    const { held } = this
    this.held = null
    held?.arrive()
    await held?.released
    this.check('put')
    this.puts.push(key)
    this.files.set(key, content)
  }

  async get(key: string): Promise<Readable | null> {
    this.check('get')
    if (this.failAfter === 0) throw new StorageError('the store was told to fail by now')
    this.failAfter -= 1
    const content = this.files.get(key)
    return content === undefined ? null : Readable.from([content])
  }

  async delete(key: string): Promise<void> {
    this.check('delete')
    this.files.delete(key)
  }

  private check(operation: keyof Storage): void {
    if (this.fails[operation]) throw new StorageError(`the store was told to fail to ${operation}`)
  }
}
