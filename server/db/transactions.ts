import { type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import type { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/**
 * Makes transactions always return their connection. Drizzle leaks it if `begin` itself fails, as when the
 * database has just gone: after ten such failures the pool would stay empty.
 */
export function givingBack(orm: NodePgDatabase, pool: pg.Pool): NodePgDatabase {
  const { dialect } = orm as unknown as { dialect: PgDialect }
  const transaction: NodePgDatabase['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const session = new NodePgSession(client, dialect, undefined) as unknown as NodePgDatabase
      return await session.transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(orm, { transaction })
}
