import { sql } from 'drizzle-orm'
import type { Orm } from '../../db/connect.ts'

/**
 * Finds ids of the audit trail up to which nothing can be committed any more. Ids are given out before their transaction
 * commits, so a newer row may be visible before an older one.
 *
 * Whoever inserts holds a lock on the table from before the id is given out until the commit is visible. So when all who held
 * it after an id was seen are done, every lower one has been committed or never will be.
 */
export class Settling {
  readonly #orm: Orm
  #waiting: { id: number; writers: readonly string[] } | null = null

  constructor(orm: Orm) {
    this.#orm = orm
  }

  /** @returns an id up to which every row is visible to statements from now on; 0 if that can't be said now */
  async next(): Promise<number> {
    const id = this.#waiting?.id ?? (await this.#newestId())
    const { writers: current, isThere } = await this.#writers(id)
    const writers = this.#waiting?.writers.filter((writer) => current.includes(writer)) ?? current
    // A standby that took over may lack the row, and give out its id again.
    this.#waiting = writers.length === 0 || !isThere ? null : { id, writers }
    return writers.length === 0 && isThere ? id : 0
  }

  async #newestId(): Promise<number> {
    const { rows } = await this.#orm.execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_log`)
    return rows[0]?.id ?? 0
  }

  async #writers(id: number): Promise<{ writers: string[]; isThere: boolean }> {
    const { rows } = await this.#orm.execute<{ writers: string[]; isThere: boolean }>(sql`
      select coalesce(array_agg(l.virtualtransaction), '{}') as writers, exists (select from audit_log a where a.id = ${id}) as "isThere"
      from pg_locks l
      where l.locktype = 'relation' and l.relation = 'audit_log'::regclass and l.mode = 'RowExclusiveLock' and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())`)
    return rows[0] ?? { writers: [], isThere: false }
  }
}
