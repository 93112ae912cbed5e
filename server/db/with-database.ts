import { createLog } from '../process/log.ts'
import { type Database, openDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

/** Opens and migrates the database for one command. */
export async function withDatabase<Result>(
  settings: Parameters<typeof openDatabase>[0],
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const log = createLog('warn')
  const database = await openDatabase(settings, log)
  try {
    await migrate(database, log)
    return await work(database)
  } finally {
    await database.close()
  }
}
