import { eq, sql } from 'drizzle-orm'
import { type Capability, roleMay } from '../../../src/contract/capabilities.ts'
import type { Db } from '../../db/connect.ts'
import { staff } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'
import { type UserRow, userColumns, userNotFound } from './queries.ts'

/** Advisory lock for all staff accounts. */
const accountsLock = 46_000_030

/**
 * Serializes account changes, because being the last with role 1 depends on all other accounts. The lock is held
 * until the transaction ends; take it before locking any row.
 */
export async function lockAccounts(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${accountsLock}::bigint)`)
}

/**
 * Checks again under the lock that the actor may do this: the previous change may have been to their account.
 * @throws ApiError forbidden
 */
export async function requireStill(tx: Db, actorId: number, ...capabilities: Capability[]): Promise<void> {
  const [actor] = await tx.select({ rol: staff.rol }).from(staff).where(eq(staff.id, actorId))
  if (!actor || !capabilities.every((each) => roleMay(actor.rol, each))) throw new ApiError('forbidden', 'Your account may not do this.')
}

/** An account by id; null if there is none. With `lock` it stays locked until the transaction ends. */
export async function readUser(tx: Db, id: number, { lock }: { lock: boolean }): Promise<UserRow | null> {
  if (lock) await lockAccounts(tx)
  const query = tx.select(userColumns).from(staff).where(eq(staff.id, id))
  const [user] = await (lock ? query.for('update') : query)
  return user ?? null
}

/**
 * Locks an account that a manager is about to change.
 * @throws ApiError forbidden; not_found
 */
export async function requireUser(tx: Db, actorId: number, id: number): Promise<UserRow> {
  const user = await readUser(tx, id, { lock: true })
  await requireStill(tx, actorId, 'staff.manage')
  if (!user) throw userNotFound()
  return user
}
