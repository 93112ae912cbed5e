import { sql } from 'drizzle-orm'
import { customType, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { unixSeconds } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * The chain of hashes over the audit trail, in the order in which its rows were committed: see `server/audit/seals`. An entry is
 * either an audit row's seal or a mark. No foreign key: a row that is gone must be found, not prevented or followed.
 */
export const auditSeals = pgTable(
  'audit_seals',
  {
    /** From 1, without gaps. */
    position: integer('position').primaryKey(),
    /** The sealed row; null for a mark. */
    auditId: integer('audit_id'),
    /** A mark: every audit row up to this id is sealed. One that appears later was inserted behind the seal. */
    settled: integer('settled'),
    at: unixSeconds('at').notNull(),
    /** Hash of the row's texts about people, which may be erased. */
    personal: bytes('personal'),
    /** Goes into that hash; null once the texts are erased, so that nobody can try texts against it. */
    salt: bytes('salt'),
    /** Over the previous entry's hash and this entry. */
    hash: bytes('hash').notNull(),
    /** The audit row of the erasure that removed the texts. */
    erasedBy: integer('erased_by'),
  },
  (t) => [uniqueIndex('audit_seals_audit').on(t.auditId), uniqueIndex('audit_seals_settled').on(t.settled).where(sql`settled is not null`)],
)
