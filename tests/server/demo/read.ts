import type { Database } from '../../../server/db/connect.ts'

/** A query's rows. */
export async function read<T = Record<string, unknown>>({ current }: { current: Database }, text: string): Promise<T[]> {
  return (await current.pool.query(text)).rows as T[]
}
