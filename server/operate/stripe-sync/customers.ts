import { getTableColumns, getTableName, inArray, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { customerClaim, customerPercent } from '../../outside/payments/stripe/states.ts'
import type { CustomerColumns } from '../../resources/customers/change.ts'
import { matchCustomers } from '../../resources/customers/match.ts'
import { customerSearchColumns } from '../../resources/customers/search-columns.ts'
import { customerTarget, isNew, type Outcome, refreshed, type Sync, same, unmatched } from './objects.ts'

/** The `expand` parameter for lists of customers. */
export const customerParts = ['data.discount.source.coupon']

/** Links Stripe's customers with ours by id, metadata or e-mail address. */
export async function takeCustomers(sync: Sync, page: readonly Stripe.Customer[]): Promise<Outcome[]> {
  const again = new Map<Stripe.Customer, number>()
  const outcomes = await sync.database.orm.transaction(async (tx) => {
    const matches = await matchCustomers(
      tx,
      page.map((customer) => customerClaim(customer, sync.externalIdKey)),
    )
    const stored = await lockCustomers(
      tx,
      matches.flatMap(({ id }) => id ?? []),
    )
    const writes: CustomerWrite[] = []
    const outcomes = page.map((customer, index): Outcome => {
      const match = matches[index]
      const row = match?.id ? stored.get(match.id) : undefined
      if (!row) return unmatched(match?.reason ?? 'it is gone')
      const discount = customerPercent(customer)
      if (row.stripeCustomerId === customer.id) {
        // A subscription's own discount takes precedence, so the two may differ: ask for the current state.
        if (discount !== null && discount !== row.discount) again.set(customer, row.id)
        return same
      }
      const linked = { ...row, stripeCustomerId: customer.id }
      const { searchKeys, searchText, nameKey } = customerSearchColumns(linked)
      const set = { stripeCustomerId: customer.id, discount: discount ?? row.discount, searchKeys, searchText, nameKey }
      writes.push({ id: row.id, set })
      return isNew
    })
    await writeCustomers(tx, writes)
    return outcomes
  })
  for (const [customer, id] of again) outcomes[page.indexOf(customer)] = await refreshed(sync, customerTarget(id, customer.id))
  return outcomes
}

/** Locks customers in order of id until the transaction ends. */
export async function lockCustomers(tx: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, typeof customers.$inferSelect>()
  const rows = await tx
    .select()
    .from(customers)
    .where(inArray(customers.id, [...new Set(ids)]))
    .orderBy(customers.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

export interface CustomerWrite {
  id: number
  /** All writes of a call set the same columns. */
  set: CustomerColumns & Partial<ReturnType<typeof customerSearchColumns>>
}

/** Writes locked customers in one statement. */
export async function writeCustomers(tx: Db, writes: readonly CustomerWrite[]): Promise<void> {
  const [first] = writes
  if (!first) return
  const columns = getTableColumns(customers)
  const names = Object.keys(first.set).map((field) => [field, columns[field as keyof typeof columns].name] as const)
  const rows = writes.map(({ id, set }) => ({
    id,
    ...Object.fromEntries(names.map(([field, name]) => [name, set[field as keyof typeof set]])),
  }))
  const set = names.map(([, name]) => `"${name}" = i."${name}"`).join(', ')
  await tx.execute(sql`
    update ${sql.identifier(getTableName(customers))} c set ${sql.raw(set)}, version = c.version + 1
    from json_populate_recordset(null::customers, ${JSON.stringify(rows)}::json) i where c.id = i.id`)
}
