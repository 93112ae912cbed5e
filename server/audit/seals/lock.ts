import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

const chainLock = 46_000_040

/** Waits for whoever seals or erases, and keeps both away until the transaction ends. */
export const lockChain = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${chainLock}::bigint)`)

/** The same without waiting. @returns whether it is ours */
export async function tryChain(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${chainLock}::bigint) as got`)
  return rows[0]?.got === true
}
