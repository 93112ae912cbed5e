import { NodePgSession } from 'drizzle-orm/node-postgres'
import type { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Orm } from './connect.ts'

/**
 * Lets transactions give their connection back whatever happens. Drizzle keeps one on which `begin` itself fails, as when the
 * database has just gone: after ten of them a pool would be empty for ever.
 */
export function givingBack(orm: Orm, pool: pg.Pool): Orm {
  const { dialect } = orm as unknown as { dialect: PgDialect }
  const { fullSchema, schema = {}, tableNamesMap } = orm._
  const tables = { fullSchema, schema, tableNamesMap }
  const transaction: Orm['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const session = new NodePgSession(client, dialect, tables) as unknown as Orm
      return await session.transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(orm, { transaction })
}
