import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { whyNotErase } from '../../../src/contract/customer-rules.ts'
import { emailSpellings } from '../../../src/contract/email-identity.ts'
import type { Erasure, PersonalKind } from '../../../src/contract/personal-data.ts'
import { lockChain } from '../../audit/seals/lock.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { billingData } from '../../db/schema/customers.ts'
import { payments, refunds } from '../../db/schema/payments.ts'
import { throwIfRefused } from '../../http/errors.ts'
import { auditCustomer } from '../customers/change.ts'
import { fullNameOf } from '../customers/queries.ts'
import { type LockedCustomer, requireCustomer } from '../customers/rules.ts'
import { noteErasure, unsealTexts } from './audit-trail.ts'
import { forget, standInOf } from './forget.ts'
import { customerTables, type Person } from './tables.ts'

/**
 * Erases a person for good, and tells the product to do the same.
 * @param now unix seconds
 * @returns the audit row's id; null if the person was already erased (ruling 53)
 * @throws ApiError not_found; unavailable_action while the subscription is running or a refund is pending
 */
export function erasePerson(orm: Orm, actor: Actor, id: number, now: number): Promise<number | null> {
  return orm.transaction(async (tx) => {
    // Lock payments first, as all code that locks both does.
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, id)).orderBy(asc(payments.id)).for('update')
    const customer = await requireCustomer(tx, id)
    if (customer.erased) return null
    throwIfRefused(whyNotErase(customer))
    throwIfRefused(await refundUnderWay(tx, id))
    const person = await personOf(tx, customer)
    // So that no row is sealed with a text that is gone by then.
    await lockChain(tx)
    const auditRows = await unsealTexts(tx, person)
    await forget(tx, { ...person, standIn: standInOf(id), now, stripeCustomerId: customer.stripeCustomerId })
    // The number is sealed with the erasure: no more texts can be removed in its name.
    const after = { erased: true, ...(auditRows > 0 && { auditRows }) }
    const auditId = await auditCustomer(tx, actor, id, now, { action: 'customer.erase', before: { erased: false }, after })
    await noteErasure(tx, auditId)
    return auditId
  })
}

/** Everything that names the person, including e-mail addresses in earlier payments. */
export async function personOf(db: Db, customer: Pick<LockedCustomer, 'id' | 'email' | 'firstName' | 'lastName'>) {
  const { id } = customer
  const [billing] = await db.select({ email: billingData.email }).from(billingData).where(eq(billingData.userId, id))
  const paid = await db.selectDistinct({ email: payments.email }).from(payments).where(eq(payments.userId, id))
  const all = [customer.email, billing?.email ?? '', ...paid.map(({ email }) => email)]
  const addresses = all.filter((email) => email.includes('@'))
  // Other records may have the host in letters or in punycode, whichever the product sent.
  const emails = [...new Set(addresses.flatMap((email) => [email.trim().toLowerCase(), ...emailSpellings(email)]))]
  const name = fullNameOf(customer).toLowerCase()
  return { id, emails, terms: name.includes(' ') ? [...emails, name] : emails } satisfies Partial<Person>
}

/** Retries of a pending refund must repeat the request exactly, including its reason, which an erasure would clear. */
async function refundUnderWay(tx: Db, id: number): Promise<string | null> {
  const own = tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, id))
  const pending = and(eq(refunds.state, 'pending'), inArray(refunds.paymentId, own))
  const [found] = await tx.select({ id: refunds.id }).from(refunds).where(pending).limit(1)
  return found ? 'A refund is under way. Wait until it is settled.' : null
}

/** Counts what an erasure would remove, and what would stay without the person. */
export async function countPersonalData(db: Db, person: Pick<Person, 'id' | 'emails' | 'terms'>): Promise<Erasure['counts']> {
  const counted = Object.entries(customerTables).flatMap(([table, { kind, rows }]) => (kind === undefined ? [] : [{ table, kind, rows }]))
  const counts: [PersonalKind, number][] = []
  for (const { table, kind, rows } of counted) {
    const { rows: found } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${rows(person)}`,
    )
    counts.push([kind, found[0]?.count ?? 0])
  }
  return Object.fromEntries(counts)
}
