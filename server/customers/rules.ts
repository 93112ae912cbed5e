import { and, eq, isNull, sql } from 'drizzle-orm'
import { whyNotBan, whyNotUnban } from '../../src/contract/customer-rules.ts'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { Db, Orm } from '../db/connect.ts'
import { appSessions, customers } from '../db/schema/customers.ts'
import { ApiError } from '../http/errors.ts'
import { customerNotFound, fullNameOf } from './queries.ts'

/** Locks a customer for the rest of the transaction: what its rules decide by, and a name for messages. Null when there is none. */
export async function lockCustomer(tx: Db, id: number) {
  const [customer] = await tx
    .select({
      firstName: customers.firstName,
      lastName: customers.lastName,
      email: customers.email,
      banned: customers.banned,
      deleted: customers.deleted,
    })
    .from(customers)
    .where(eq(customers.id, id))
    .for('update')
  return customer ? { ...customer, name: fullNameOf(customer) || customer.email } : null
}

/** Writes the flag of a locked customer. A ban ends the customer's app sessions and leaves subscription and QRs alone (ruling 36). */
export async function applyBan(tx: Db, id: number, banned: boolean, now: number): Promise<void> {
  await tx
    .update(customers)
    .set({ banned, updatedAt: now, version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id))
  if (banned)
    await tx
      .update(appSessions)
      .set({ endedAt: now })
      .where(and(eq(appSessions.userId, id), isNull(appSessions.endedAt)))
}

/**
 * Bans or unbans a customer.
 * @param now unix seconds
 * @returns the id of the audit row
 * @throws ApiError not_found; unavailable_action when the customer is as asked already
 */
export async function setBanned(orm: Orm, actor: Actor, id: number, banned: boolean, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const customer = await lockCustomer(tx, id)
    if (!customer) throw customerNotFound(id)
    const refusal = banned ? whyNotBan(customer) : whyNotUnban(customer)
    if (refusal !== null) throw new ApiError('unavailable_action', refusal)
    await applyBan(tx, id, banned, now)
    return writeAudit(tx, {
      ...actor,
      now,
      action: banned ? 'customer.ban' : 'customer.unban',
      targetType: 'customer',
      targetId: id,
      before: { banned: customer.banned },
      after: { banned },
      reversible: true,
    })
  })
}
