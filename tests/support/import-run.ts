import { beforeEach } from 'vitest'
import { testStart } from './app.ts'
import type { Engine } from './database.ts'
import { type ImportRun, importFiles, importFolder } from './import.ts'

export const at = testStart - 86_400

/** An empty database for each test, and imports into it. Call it in a `describe`. */
export function useImport(engine: Engine) {
  const database = engine.use()
  const folder = importFolder()

  beforeEach(() => database.empty())

  const load = (paths: string[], run?: ImportRun) => importFiles(database.current, folder.path, paths, run)
  const rowsOf = async (what: string) => (await database.current.pool.query(`SELECT ${what}`)).rows as object[]

  return {
    database,
    folder,
    load,
    rowsOf,
  }
}
