import { z } from 'zod'
import { Batch } from './bulk.ts'
import { endpoint, Id, rangeParams, UnixSeconds } from './endpoint.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** One change by staff: who, what, to which record, before, after, and from where. */
export const AuditRow = lazyObject(() => ({
  id: Integer,
  at: UnixSeconds,
  /** Null once the account is gone. */
  actorId: NullableInteger,
  actorEmail: z.string(),
  /** The command, such as `customer.ban`. */
  action: z.string(),
  targetType: z.string(),
  targetId: Integer,
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  ip: NullableText,
  /** The row of the change that undid this one, if any. */
  undoneBy: NullableInteger,
  /** The bulk change or the playbook's run it belongs to, and which step of that it is. */
  batch: Batch.nullable(),
  step: NullableInteger,
  /** Email of the second person who agreed. */
  approvedBy: NullableText,
}))
export type AuditRow = z.infer<typeof AuditRow>

/** An action or record type. */
const word = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w.-]+$/, 'Must be letters, digits, dots and hyphens.')

export const AuditListQuery = listQuery({
  sorts: ['at'],
  defaultSort: { field: 'at', direction: 'desc' },
  filters: () => ({
    /** Part of a staff member's email, case-insensitive. */
    actor: SearchTerm.optional(),
    action: word(60).optional(),
    targetType: word(40).optional(),
    targetId: Id.optional(),
    /** The steps of this run of a playbook. The list as a whole has a run as one row, without them. */
    run: Batch.optional(),
    ...rangeParams,
  }),
})
export type AuditListQuery = z.output<typeof AuditListQuery>

export const listAudit = endpoint({
  path: '/audit',
  feature: 'audit',
  access: 'audit.read',
  query: AuditListQuery,
  reply: listReply(AuditRow),
})
