import { sql } from 'drizzle-orm'
import type { Executor } from './insert.ts'

interface Definition {
  drop: string
  create: string
}

/**
 * Drops foreign keys, unique constraints and indexes of every table, primary keys excepted, so that a large load need not keep them
 * row by row: half the time on both engines. To be called in the load's transaction, which makes it all or nothing.
 * @returns what `createIndexes` takes to make them again, exactly as the database described them
 */
export async function dropIndexes(db: Executor): Promise<string[]> {
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
  // Indexes first: checking the foreign keys reads them.
  return [...indexes.rows, ...constraints.rows.toReversed()].map(({ create }) => create)
}

/** Makes again what `dropIndexes` dropped; `onProgress` is told how many are done. */
export async function createIndexes(db: Executor, definitions: readonly string[], onProgress: (done: number) => void): Promise<void> {
  for (const [index, definition] of definitions.entries()) {
    await db.execute(sql.raw(definition))
    onProgress(index + 1)
  }
}

/** Lets every identity column go on after the highest value that is in use. */
export async function advanceIdentities(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of rows) {
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.identifier(column)}), 0) + 1, false) from ${sql.identifier(table)}`)
  }
}
