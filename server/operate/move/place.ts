import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, openDatabase } from '../../db/connect.ts'
import { usualMaintenance } from '../../db/maintenance.ts'
import { shownAddress } from '../../process/database-address.ts'
import { databaseAddress } from '../../process/settings.ts'
import { StartError } from '../../process/start-error.ts'

/** Where a database is: a PostgreSQL URL, or the data directory of an embedded one. */
export interface Place {
  databaseUrl: string | null
  dataDir: string
  /** What named it, for messages: an argument or a setting. */
  setting: string
  /** For display: without user and password. */
  name: string
}

/**
 * @param text a PostgreSQL URL or a directory
 * @param setting what named it: an argument or a setting
 * @throws StartError
 */
export function placeOf(text: string, setting: string): Place {
  if (!/^\w+:\/\//.test(text)) return { databaseUrl: null, dataDir: resolve(text), setting, name: resolve(text) }
  const url = databaseAddress.safeParse(text)
  if (!url.success) throw new StartError(`${setting} ${url.error.issues[0]?.message}. Accepted: ${databaseAddress.description}.`)
  return { databaseUrl: url.data, dataDir: '', setting, name: `PostgreSQL at ${shownAddress(url.data)}` }
}

/** @throws StartError if there is no database; never creates one */
export function openSource(place: Place, log: FastifyBaseLogger): Promise<Database> {
  if (place.databaseUrl === null && !existsSync(join(place.dataDir, 'database')))
    throw new StartError(`${place.dataDir} holds no embedded database. Say where it is with DATA_DIR or --from.`)
  return openPlace(place, log)
}

/** Where the settings say that our database is, without a pooler: backups and restores need sessions of their own. */
export function ownPlace(config: { databaseDirectUrl: string | null; databaseUrl: string | null; dataDir: string }): Place {
  if (config.databaseDirectUrl !== null) return placeOf(config.databaseDirectUrl, 'DATABASE_DIRECT_URL')
  return config.databaseUrl === null ? placeOf(config.dataDir, 'DATA_DIR') : placeOf(config.databaseUrl, 'DATABASE_URL')
}

/** Opens a database without automatic vacuuming, which would change what is being copied. */
export function openPlace(place: Place, log: FastifyBaseLogger): Promise<Database> {
  return openDatabase(place, log, { maintenance: { ...usualMaintenance, vacuumBytes: Infinity } })
}
