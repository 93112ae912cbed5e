import type { Readable } from 'node:stream'

/** Storage couldn't be reached, or refused; whether it acted is unknown. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/**
 * File storage. Keys are arbitrary text and can't escape like a path. All methods are idempotent and throw StorageError
 * if storage doesn't answer in time or refuses.
 */
export interface Storage {
  /** Writes a file, replacing any with that key; atomic. */
  put(key: string, content: Buffer, contentType: string): Promise<void>
  /** The content as a stream; null if there is no such file. */
  get(key: string): Promise<Readable | null>
  /** Deletes a file; missing ones count as deleted. */
  delete(key: string): Promise<void>
}
