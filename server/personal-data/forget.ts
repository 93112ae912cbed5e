import { getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import type { CustomerColumns } from '../customers/change.ts'
import { customerSearchColumns } from '../customers/search-columns.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import type { Ready, Write } from '../ingest/rows.ts'
import { targets } from '../ingest/targets.ts'
import { customerTables, type Person } from './tables.ts'

/** The personal fields of an erased customer's own row. */
export const blankCustomer = {
  firstName: '',
  lastName: '',
  companyName: null,
  lastLogin: null,
  lastIp: null,
  accountCreatedWithIp: null,
  accountCreatedFrom: null,
  gclid: null,
  signupSource: null,
  linkedinId: null,
  facebookId: null,
  googleId: null,
  is2faEnabled: false,
  pushNotificationsEnabled: false,
  last4: null,
  cardBrand: null,
  cardType: null,
  expiryMonth: null,
  expiryYear: null,
  bankCode: null,
  branchCode: null,
  bankCountry: null,
  browser: null,
  browserVersion: null,
  os: null,
  osVersion: null,
  deviceModel: null,
  deleted: true,
} as const satisfies CustomerColumns

/** Replaces an erased person's address; nobody can have an address in this domain (RFC 2606). */
export const standInOf = (id: number) => `erased-${id}@erased.invalid`

/**
 * Removes a person from their customer's row, which the caller has locked, and from the given tables, by default all.
 * @param person everything known that names them
 */
export async function forget(
  tx: Db,
  person: Person & { stripeCustomerId: string | null },
  tables: readonly string[] = Object.keys(customerTables),
): Promise<void> {
  for (const table of tables) for (const statement of customerTables[table]?.erase?.(person) ?? []) await tx.execute(statement)
  if (!tables.includes('customers')) return
  const { id, standIn, now, stripeCustomerId } = person
  const blank = { ...blankCustomer, email: standIn }
  await tx
    .update(customers)
    .set({
      ...blank,
      ...customerSearchColumns({ ...blank, id, stripeCustomerId }),
      erasedAt: sql`coalesce(${customers.erasedAt}, ${now}::bigint)`,
      deletedAt: sql`coalesce(${customers.deletedAt}, ${customers.erasedAt}, ${now}::bigint)`,
      updatedAt: sql`greatest(${customers.updatedAt}, ${now}::bigint)`,
      version: sql`${customers.version} + 1`,
    })
    .where(sql`${customers.id} = ${id}`)
}

/**
 * Removes what the product has just sent again about erased people, in the transaction that stored it. Foreign
 * keys make that transaction wait for an erasure in progress, so it always sees the result.
 * @param written the customers that were written, if the resource is customers
 * @param rows the stored rows with their references
 */
export async function forgetAgain(
  tx: Db,
  resource: Exclude<IngestResource, 'daily-scans'>,
  written: readonly Pick<Write, 'number'>[],
  rows: readonly Pick<Ready, 'refs' | 'at'>[],
): Promise<void> {
  const numbers =
    resource === 'customers' ? written.map(({ number }) => number) : rows.flatMap(({ refs }) => [refs['customer'], refs['account']])
  const ids = [...new Set(numbers.flatMap((number) => number ?? []))]
  const qrs = [...new Set(rows.flatMap(({ refs }) => refs['qr'] ?? []))]
  if (ids.length + qrs.length === 0) return
  const erased: SQL = sql`${customers.erasedAt} is not null and (${customers.id} = any(${sql.param(ids)}::int[])
    or ${customers.id} in (select q.user_id from qrs q where q.id = any(${sql.param(qrs)}::int[])))`
  const found = await tx.select({ id: customers.id, erasedAt: customers.erasedAt }).from(customers).where(erased)
  if (found.length === 0) return
  const locked = await tx
    .select({ id: customers.id, erasedAt: customers.erasedAt, stripeCustomerId: customers.stripeCustomerId })
    .from(customers)
    .where(
      inArray(
        customers.id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(customers.id)
    .for('update')
  for (const { id, erasedAt, stripeCustomerId } of locked)
    await forget(tx, { id, emails: [], terms: [], standIn: standInOf(id), now: erasedAt ?? 0, stripeCustomerId }, [
      getTableName(targets[resource].table),
    ])
}
