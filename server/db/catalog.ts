import pg from 'pg'

/** Runs a query: a pool or one of its connections. */
export type Queries = Pick<pg.ClientBase, 'query'>

export interface NamedType {
  name: string
  /** In PostgreSQL's notation: `text[]`. */
  type: string
}

/** A table to copy; columns that the database computes are left out. */
export interface TableShape {
  name: string
  columns: NamedType[]
  /** The primary key; in a table without one, the row's physical position. */
  keys: NamedType[]
}

/** The state of a sequence. */
export interface SequenceState {
  name: string
  value: number
  /** Whether `value` has already been used. */
  isCalled: boolean
}

/** The number of a table's rows, and a checksum of them that does not depend on their order. */
export interface TableSum {
  rows: number
  sum: string
}

/** Tables about the database itself. They are never copied. */
export const ownTables = ['schema_migrations', 'unfinished_migrations', 'unfinished_copy']

/** All tables that hold data, read from the database's catalog so that none can be forgotten. */
export async function readTables(client: Queries): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.relname AS name,
            (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum)
               FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
            coalesce((SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY k.place)
               FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k (number, place), pg_attribute a
              WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.number),
              '[{"name": "ctid", "type": "tid"}]') AS keys
       FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)
      ORDER BY relname COLLATE "C"`,
    [ownTables],
  )
  return rows
}

/** @returns the state of all sequences, including those of identity columns */
export async function readSequences(client: Queries): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: number; called: boolean }>(
      `SELECT last_value AS value, is_called AS called FROM public.${pg.escapeIdentifier(name)}`,
    )
    const [state] = found
    if (state) states.push({ name, value: state.value, isCalled: state.called })
  }
  return states
}

export async function setSequences(client: Queries, states: readonly SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of states)
    await client.query('SELECT setval($1::regclass, $2, $3)', [`public.${pg.escapeIdentifier(name)}`, value, isCalled])
}

/**
 * Counts and sums a table's rows. The database computes it from the text of whole rows, which is the same on both
 * engines; it does not depend on what a copy read or wrote.
 */
export async function sumTable(client: Queries, table: string): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(
    `SELECT count(*) AS rows, coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text AS sum
       FROM public.${pg.escapeIdentifier(table)} t`,
  )
  const [found] = rows
  if (!found) throw new Error(`${table} has no sum`)
  return found
}
