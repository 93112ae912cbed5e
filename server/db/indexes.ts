import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

interface Definition {
  drop: string
  create: string
}

/**
 * Drops all foreign keys, unique constraints and indexes except primary keys, which halves the time of a large load on
 * both engines. Call it in the load's transaction.
 * @returns definitions for `createIndexes`, as the database reports them
 */
export async function dropIndexes(db: Db): Promise<string[]> {
  const constraints = await db.execute<Definition & Record<string, unknown>>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
    where contype in ('f', 'u') and connamespace = 'public'::regnamespace
    order by contype = 'u', conname`)
  const indexes = await db.execute<Definition & Record<string, unknown>>(sql`
    select format('drop index %s', c.oid::regclass) as drop, pg_get_indexdef(c.oid) as create
    from pg_class c
    join pg_index i on i.indexrelid = c.oid
    where c.relkind = 'i' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = c.oid)
    order by c.relname`)
  for (const { drop } of constraints.rows) await db.execute(sql.raw(drop))
  for (const { drop } of indexes.rows) await db.execute(sql.raw(drop))
  // Indexes first: checking foreign keys uses them.
  return [...indexes.rows, ...constraints.rows.toReversed()].map(({ create }) => create)
}

/** Recreates what `dropIndexes` dropped; `onProgress` gets the number done. */
export async function createIndexes(db: Db, definitions: readonly string[], onProgress: (done: number) => void): Promise<void> {
  for (const [index, definition] of definitions.entries()) {
    await db.execute(sql.raw(definition))
    onProgress(index + 1)
  }
}

/** Sets every identity column to continue after its highest value. */
export async function advanceIdentities(db: Db): Promise<void> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of rows) {
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.identifier(column)}), 0) + 1, false) from ${sql.identifier(table)}`)
  }
}
