import { getTableName, sql } from 'drizzle-orm'
import type { AuditEntry } from '../../audit/write.ts'
import { writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import type { RecordResource } from './records.ts'
import { targets } from './targets.ts'

/**
 * Records that the product deleted a record. Customers and QR codes are kept and marked as deleted. Other records
 * are removed, except for what staff wrote. A later state restores the record, unless it is a folder; an earlier
 * state that arrives late does not.
 * @param at unix seconds: when it was deleted
 * @returns whether anything changed
 */
export function deleteRecord(
  orm: Orm,
  actor: Pick<AuditEntry, 'staff' | 'ip'>,
  resource: RecordResource,
  externalId: string,
  at: number,
  now: number,
): Promise<boolean> {
  const { isFinal = false, staysDeleted = false } = targets[resource]
  return orm.transaction(async (tx) => {
    const { rows } = await tx.execute<{ number: number | null; stands: boolean }>(sql`
      insert into external_records as e (resource, external_id, deleted_at) values (${resource}, ${externalId}, ${at}::bigint)
      on conflict (resource, external_id) do update set deleted_at = excluded.deleted_at
        ${isFinal ? sql`, updated_at = null, digest = null` : sql``}
      where e.deleted_at is null or e.deleted_at < excluded.deleted_at
      returning record_id as number, ${isFinal} or coalesce(updated_at <= deleted_at, false) as stands`)
    const [entry] = rows
    if (!entry?.stands) return false
    if (isFinal) await tx.execute(sql`delete from waiting_rows where resource = ${resource} and external_id = ${externalId}`)
    if (!staysDeleted) await remove(tx, resource, externalId, entry.number)
    else if (
      entry.number !== null &&
      (await markDeleted(tx, resource, entry.number, at)) &&
      (resource === 'customers' || resource === 'qrs')
    ) {
      const [action, targetType] =
        resource === 'customers' ? (['customer.product-delete', 'customer'] as const) : (['qr.product-delete', 'qr'] as const)
      await writeAudit(tx, {
        ...actor,
        now,
        action,
        targetType,
        targetId: entry.number,
        before: { deleted: false },
        after: { deleted: true },
      })
    }
    return true
  })
}

/** Skips records that staff changed later: they may have restored them. @returns whether the record was not deleted before */
async function markDeleted(tx: Db, resource: RecordResource, number: number, at: number): Promise<boolean> {
  const changed =
    resource === 'customers'
      ? sql`update customers t set deleted = true, deleted_at = greatest(t.deleted_at, ${at}::bigint),
            updated_at = greatest(t.updated_at, ${at}::bigint), version = t.version + 1
          from (select id, deleted as was from customers where id = ${number} for update) before
          where t.id = before.id and not exists (select from audit_log a where a.target_type = 'customer' and a.target_id = ${number}
            and a.at > ${at}::bigint and a.action = 'customer.restore')`
      : sql`update qrs t set status = 0, updated_at = greatest(t.updated_at, ${at}::bigint), version = t.version + 1
          from (select id, status = 0 as was from qrs where id = ${number} for update) before
          where t.id = before.id and t.updated_at <= ${at}::bigint`
  const { rows } = await tx.execute<{ was: boolean }>(sql`${changed} returning before.was`)
  return rows[0]?.was === false
}

async function remove(tx: Db, resource: RecordResource, externalId: string, number: number | null): Promise<void> {
  if (resource === 'media') {
    const at = externalId.indexOf('/')
    const [qr, key] = [externalId.slice(0, at), externalId.slice(at + 1)]
    await tx.execute(sql`
      delete from qr_media m using external_records e
      where e.resource = 'qrs' and e.external_id = ${qr} and m.qr_id = e.record_id and m.key = ${key} and m.deletion is null`)
  } else if (number !== null)
    await tx.execute(sql`delete from ${sql.identifier(getTableName(targets[resource].table))} where id = ${number}`)
}
