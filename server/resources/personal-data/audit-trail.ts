import { type SQL, sql } from 'drizzle-orm'
import { withoutText } from '../../audit/personal-text.ts'
import type { Db } from '../../db/connect.ts'

interface Named {
  id: number
  terms: readonly string[]
}

/**
 * Ids of audit rows about a customer and their records, and of rows whose text names the customer: a filter of an
 * exported list, a dismissed row. Uses joins, so that an index finds each of them.
 */
export function auditTrail({ id, terms }: Named): SQL {
  const of = (type: string, own: SQL) =>
    sql`select a.id from (${own}) own join audit_log a on a.target_type = ${type} and a.target_id = own.id`
  const parts = [
    of('customer', sql`select ${id}::int as id`),
    of('qr', sql`select q.id from qrs q where q.user_id = ${id}`),
    of('payment', sql`select p.id from payments p where p.user_id = ${id}`),
    of('invoice', sql`select i.id from invoices i where i.user_id = ${id}`),
    of('domain', sql`select d.id from customer_domains d where d.user_id = ${id}`),
    of('webrisk', sql`select w.id from webrisk w where w.user_id = ${id}`),
    ...terms.map(
      (term) => sql`select a.id from audit_log a where a.action in ('list.export', 'ingest.dismiss')
        and strpos(lower(coalesce(a.before::text, '') || coalesce(a.after::text, '')), ${term}) > 0`,
    ),
  ]
  return sql.join(parts, sql` union `)
}

/** Removes personal text from events for the product, and the product's answers. */
export const outboxOf = (person: Named): SQL[] => [
  sql`update webhook_deliveries set answer = null, error = null
    where event_id in (select o.id from outbox o where o.audit_id in (${auditTrail(person)}))`,
  sql`update outbox set before = ${withoutText(sql`before`)}, after = ${withoutText(sql`after`)}
    where audit_id in (${auditTrail(person)}) and event <> 'audit.sealed'`,
]

/**
 * Forgets what the sealed texts about a person could be compared with; their seals stay. Call it before the texts are erased, with the
 * chain locked.
 * @returns how many rows had texts
 */
export async function unsealTexts(tx: Db, person: Named): Promise<number> {
  const hasText = (column: SQL) => sql`${column} is distinct from ${withoutText(column)}`
  const { rowCount } = await tx.execute(sql`
    update audit_seals set salt = null where salt is not null and audit_id in (
      select r.id from audit_log r where r.id in (${auditTrail(person)}) and (${hasText(sql`r.before`)} or ${hasText(sql`r.after`)}))`)
  return rowCount ?? 0
}

/** Names the audit row of the erasure in the seals whose texts it has just removed. */
export const noteErasure = (tx: Db, auditId: number) =>
  tx.execute(sql`update audit_seals set erased_by = ${auditId} where salt is null and personal is not null and erased_by is null`)
