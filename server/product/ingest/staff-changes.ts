import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { paymentProvider } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { customers } from '../../db/schema/customers.ts'
import { type Write } from './rows.ts'
import type { Target } from './targets.ts'

/**
 * Keeps fields that staff changed after the product's state, as the audit trail shows. Also keeps changes whose webhook is
 * still pending: the product may not know of them yet. The product's state replaces all other fields. Locks the records.
 */
export async function withStaffChanges(tx: Db, { table }: Target, targetType: string, writes: readonly Write[]): Promise<Write[]> {
  const candidates = writes.flatMap(({ number, at, isNumbered }) => (number === null || isNumbered ? [] : [{ id: number, at }]))
  if (candidates.length === 0) return [...writes]
  const name = sql.identifier(getTableName(table))
  const isCustomer = table === customers
  const { rows: locked } = await tx.execute<{ id: number; provider: string | null }>(sql`
    select t.id, ${isCustomer ? sql`t.stripe_customer_id` : sql`null`} as provider from ${name} t
    where t.id in (select i.id from ${jsonRows(candidates, 'id int, at bigint')}) order by t.id for update`)
  if (locked.length === 0) return [...writes]
  const providers = new Map(locked.map(({ id, provider }) => [id, provider]))
  const kept = await keptFields(tx, targetType, candidates)
  const stored = await readFields(tx, table, [...kept.keys()])
  return writes.map((write) => {
    const { number, columns } = write
    if (number === null || !providers.has(number)) return write
    const changed = { ...columns }
    if (isCustomer) changed['stripeCustomerId'] ??= providers.get(number) ?? null
    for (const field of kept.get(number) ?? []) if (field in columns) changed[field] = stored.get(number)?.[field]
    return { ...write, columns: changed }
  })
}

/** By record: fields that staff changed after the state's time, or that the product has not been told of yet. */
async function keptFields(tx: Db, targetType: string, candidates: readonly object[]): Promise<Map<number, string[]>> {
  const { rows } = await tx.execute<{ id: number; fields: string[] }>(sql`
    select i.id, array_agg(distinct k.field) as fields from ${jsonRows(candidates, 'id int, at bigint')}
    join audit_log a on a.target_id = i.id and a.target_type = ${targetType} and (a.at > i.at or exists (
      select from outbox o join webhook_deliveries d on d.event_id = o.id and d.state = 'pending'
      join webhook_endpoints w on w.id = d.endpoint_id and w.disabled_at is null where o.audit_id = a.id))
    cross join lateral jsonb_object_keys(case when jsonb_typeof(a.after) = 'object' then a.after else '{}' end) k(field)
    where a.actor_email <> ${paymentProvider.staff.email} and a.action not like '%.product-delete'
      and a.before -> k.field is distinct from a.after -> k.field
    group by i.id`)
  return new Map(rows.map(({ id, fields }) => [id, fields]))
}

async function readFields(tx: Db, table: Target['table'], ids: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const names = Object.entries(getTableColumns(table)).map(([field, column]) => [field, column.name] as const)
  const { rows } = await tx.execute(
    sql`select * from ${sql.identifier(getTableName(table))} where id in (select i.id from ${jsonRows(
      ids.map((id) => ({ id })),
      'id int',
    )})`,
  )
  return new Map(rows.map((row) => [Number(row['id']), Object.fromEntries(names.map(([field, name]) => [field, row[name]]))]))
}
