import { getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { forget, standInOf } from '../../resources/personal-data/forget.ts'
import type { Ready, Write } from './rows.ts'
import { targets } from './targets.ts'

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
