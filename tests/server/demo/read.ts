import type { Database } from '../../../server/db/connect.ts'

/** Rows of a query. */
export async function read<T = Record<string, unknown>>({ current }: { current: Database }, text: string): Promise<T[]> {
  return (await current.pool.query(text)).rows as T[]
}
