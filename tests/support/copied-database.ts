import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import type { copyDatabase, copyDirectory } from './database.ts'

/** A test's own copy of a database, which servers of other processes open; `opened` works on it between them. */
export async function copiedDatabase(copy: typeof copyDatabase | typeof copyDirectory) {
  const { settings, remove } = await copy()
  onTestFinished(remove)
  const opened = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase(settings, silentLog)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  return { settings, opened }
}
