import type { Readable } from 'node:stream'

/** The store could not be asked, or refused: whether it acted is not known. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/**
 * Where files lie. A key is any text of the caller's and never leads anywhere else, as a path would. All methods may be repeated
 * without harm, and throw StorageError where the store does not answer in time, or refuses.
 */
export interface Storage {
  /** Writes a file, in place of the one of that key if there is one; whole or not at all. */
  put(key: string, content: Buffer, contentType: string): Promise<void>
  /** The content, to be read once; null where there is no such file. */
  get(key: string): Promise<Readable | null>
  /** Deletes a file; one that is not there counts as deleted. */
  delete(key: string): Promise<void>
}
