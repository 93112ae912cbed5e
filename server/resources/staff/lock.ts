import { and, eq, isNull } from 'drizzle-orm'
import { type Capability, roleMay } from '../../../src/contract/capabilities.ts'
import type { Db } from '../../db/connect.ts'
import { staff } from '../../db/schema/staff.ts'
import { noteCapabilities } from '../../http/access/judging.ts'
import { ApiError } from '../../http/errors.ts'
import { lockAccounts } from '../auth/accounts.ts'
import { type UserRow, userColumns, userNotFound } from './queries.ts'

/**
 * Checks again under the lock that the actor may do this: the previous change may have been to their account.
 * @throws ApiError forbidden
 */
export async function requireStill(tx: Db, actorId: number, ...capabilities: Capability[]): Promise<void> {
  const isActor = and(eq(staff.id, actorId), isNull(staff.disabledAt))
  const [actor] = await tx.select({ rol: staff.rol }).from(staff).where(isActor)
  if (!actor || !capabilities.every((each) => roleMay(actor.rol, each))) throw new ApiError('forbidden', 'Your account may not do this.')
  noteCapabilities(capabilities)
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
