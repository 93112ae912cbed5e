import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import type { CustomerColumns } from '../customers/change.ts'
import { customerSearchColumns } from '../customers/search-columns.ts'
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
