import { type SQL, sql } from 'drizzle-orm'

/** Rows as a table `i` in a statement. */
export const jsonRows = (rows: readonly object[], columns: string): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as i(${sql.raw(columns)})`
