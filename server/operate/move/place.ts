import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { shownAddress } from '../../process/database-address.ts'
import { type Database, openDatabase } from '../../db/connect.ts'
import { usualMaintenance } from '../../db/maintenance.ts'
import { StartError } from '../../process/start-error.ts'
import { databaseAddress } from '../../process/settings.ts'

/** Where a database is: a PostgreSQL URL, or the data directory of an embedded one. */
export interface Place {
  databaseUrl: string | null
  dataDir: string
  /** For display: without user and password. */
  name: string
}

/**
 * @param text a PostgreSQL URL or a directory
 * @throws StartError
 */
export function placeOf(text: string): Place {
  if (!/^\w+:\/\//.test(text)) return { databaseUrl: null, dataDir: resolve(text), name: resolve(text) }
  const url = databaseAddress.safeParse(text)
  if (!url.success)
    throw new StartError(`The address of the database ${url.error.issues[0]?.message}. Accepted: ${databaseAddress.description}.`)
  return { databaseUrl: url.data, dataDir: '', name: `PostgreSQL at ${shownAddress(url.data)}` }
}

/** @throws StartError if there is no database; never creates one */
export function openSource(place: Place, log: FastifyBaseLogger): Promise<Database> {
  if (place.databaseUrl === null && !existsSync(join(place.dataDir, 'database')))
    throw new StartError(`${place.dataDir} holds no embedded database. Say where it is with DATA_DIR or --from.`)
  return openPlace(place, log)
}

/** Opens a database without automatic vacuuming, which would change what is being copied. */
export function openPlace(place: Place, log: FastifyBaseLogger): Promise<Database> {
  return openDatabase(place, log, { maintenance: { ...usualMaintenance, vacuumBytes: Infinity } })
}
