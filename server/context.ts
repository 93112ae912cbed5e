import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'

/** What every route is built with. */
export interface AppContext {
  database: Database
  config: Config
  /** The current time in unix seconds. */
  now: () => number
}
