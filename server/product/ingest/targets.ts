import type { PgTable } from 'drizzle-orm/pg-core'
import { foldText } from '../../../src/contract/fold.ts'
import type { IngestResource, IngestRow } from '../../../src/contract/ingest/resources.ts'
import { customerDomains, emailActivity, events, feedback, invitations } from '../../db/schema/customer-records.ts'
import { customers } from '../../db/schema/customers.ts'
import { folders, qrMedia, qrs } from '../../db/schema/qrs.ts'
import { abuseReports, apiCalls } from '../../db/schema/security.ts'
import { maskCredentials } from '../../resources/api-calls/mask-credentials.ts'

/** The numbers of the records that a row refers to, by field. Null: it refers to none, or to one that has not arrived. */
export type References = Readonly<Record<string, number | null>>

interface Given<Resource extends IngestResource> {
  row: IngestRow<Resource>
  refs: References
  /** When the record had this state, in unix seconds. */
  at: number
  /** When it was deleted, unless a later state restored it. */
  deletedAt: number | null
}

/** How to turn a resource's rows into rows of a table. Columns have their names from the schema. */
export interface Target<Resource extends IngestResource = IngestResource> {
  table: PgTable
  columns(given: Given<Resource>): Record<string, unknown>
  /** Columns of `table` that identify a row, in SQL. */
  key: readonly string[]
  /** Whether deleted records are kept and marked as deleted. Others are removed. */
  staysDeleted?: true
  /** Whether the id of a deleted record is never used again. */
  isFinal?: true
  /** SQL for columns that an update does not simply overwrite, by SQL name. `t` is the stored row, `excluded` the new one. */
  updates?: Readonly<Record<string, string>>
  /** The records' type in the audit trail, if staff can change some of their columns. */
  audited?: 'customer' | 'domain'
}

/** Keeps the column's value if staff changed the record after the product's state. */
const staffs = (column: string) => `case when t.updated_at > excluded.updated_at then t.${column} else excluded.${column} end`

const statusNumbers = { deleted: 0, active: 1, blocked: 2 } as const

const define = <Resource extends IngestResource>(_name: Resource, target: Target<Resource>) => target as unknown as Target

const changeCounted = { updated_at: 'greatest(t.updated_at, excluded.updated_at)', version: 't.version + 1' }

/** All except `daily-scans`, which have no id of their own. */
export const targets: { readonly [Name in Exclude<IngestResource, 'daily-scans'>]: Target } = {
  customers: define('customers', {
    table: customers,
    key: ['id'],
    staysDeleted: true,
    audited: 'customer',
    updates: changeCounted,
    columns: ({ row, refs, deletedAt }) => {
      const fields: Partial<typeof row> = { ...row }
      delete fields.externalId
      // The later deletion wins, whichever was reported first.
      const gone = row.deletedAt === null || deletedAt === null ? (row.deletedAt ?? deletedAt) : Math.max(row.deletedAt, deletedAt)
      return {
        ...fields,
        updatedAt: Math.max(row.updatedAt, deletedAt ?? 0),
        referredBy: refs['referredBy'],
        archived: row.archived ? 1 : 0,
        deletedAt: gone,
        deleted: gone !== null,
        version: 1,
      }
    },
  }),
  folders: define('folders', {
    table: folders,
    key: ['id'],
    isFinal: true,
    columns: ({ row: { name, createdAt }, refs }) => ({ name, nameKey: foldText(name), createdAt, userId: refs['customer'] }),
  }),
  qrs: define('qrs', {
    table: qrs,
    key: ['id'],
    staysDeleted: true,
    updates: {
      ...changeCounted,
      ...Object.fromEntries(
        ['user_id', 'folder_id', 'status', 'stopped', 'whitelisted', 'archived', 'uri'].map((name) => [name, staffs(name)]),
      ),
    },
    columns: ({ row, refs, deletedAt }) => ({
      userId: refs['customer'],
      folderId: refs['folder'],
      name: row.name,
      nameKey: foldText(row.name),
      type: row.type,
      createdAt: row.createdAt,
      updatedAt: Math.max(row.updatedAt, deletedAt ?? 0),
      scans: row.scans,
      visits: row.visits,
      virus: row.virus,
      status: deletedAt === null ? statusNumbers[row.status] : statusNumbers.deleted,
      stopped: row.stopped ? 1 : 0,
      uri: row.uri,
      whitelisted: row.whitelisted,
      archived: row.archived,
      content: row.content,
      version: 1,
    }),
  }),
  media: define('media', {
    table: qrMedia,
    key: ['qr_id', 'key'],
    columns: ({ row: { key, type, url, src, storageKey }, refs }) => ({ qrId: refs['qr'], key, type, url, src: src ?? url, storageKey }),
  }),
  domains: define('domains', {
    table: customerDomains,
    key: ['id'],
    audited: 'domain',
    columns: ({ row: { hostname, status, certificate, createdAt, main }, refs }) => ({
      userId: refs['customer'],
      hostname,
      status,
      certificate,
      createdAt,
      main,
    }),
  }),
  invitations: define('invitations', {
    table: invitations,
    key: ['id'],
    columns: ({ row: { email, role, accepted, registrationComplete, createdAt, lastLogin }, refs }) => ({
      ownerId: refs['customer'],
      userId: refs['account'],
      email,
      role,
      status: accepted ? 1 : 0,
      createdAt,
      lastLogin,
      registrationComplete: registrationComplete ? 1 : 0,
    }),
  }),
  events: define('events', {
    table: events,
    key: ['id'],
    columns: ({ row: { event, ip, date }, refs }) => ({ event, userId: refs['customer'], ip, date }),
  }),
  'email-activity': define('email-activity', {
    table: emailActivity,
    key: ['id'],
    columns: ({ row: { event, subject, tag, email, date }, refs }) => ({ userId: refs['customer'], event, subject, tag, email, date }),
  }),
  'api-calls': define('api-calls', {
    table: apiCalls,
    key: ['id'],
    columns: ({ row, refs }) => {
      const { method, statusCode, createdAt, responseTime } = row
      const { path, query, requestHeaders, requestBody, responseHeaders, responseBody } = maskCredentials(row)
      const exchange = { path, query, requestHeaders, requestBody, responseHeaders, responseBody }
      return { owner: refs['customer'], method, statusCode, createdAt, responseTime, ...exchange }
    },
  }),
  feedback: define('feedback', {
    table: feedback,
    key: ['id'],
    columns: ({ row: { note, reasonType, createdAt }, refs }) => ({ userId: refs['customer'], note, reasonType, createdAt }),
  }),
  'abuse-reports': define('abuse-reports', {
    table: abuseReports,
    key: ['id'],
    columns: ({ row: { url, email, reason, createdAt } }) => ({ url, email, reason, createdAt }),
  }),
}
