import { asc, inArray, sql } from 'drizzle-orm'
import type { Destination, QrFacts } from '../../../src/contract/qr-rules.ts'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { qrs } from '../../db/schema/qrs.ts'
import { fullNameOf } from '../customers/queries.ts'

/** A QR with everything that its rules and changes need. */
export interface QrRecord extends QrFacts {
  id: number
  name: string
  folder: number | null
}

const columns = {
  id: qrs.id,
  name: qrs.name,
  type: qrs.type,
  status: qrs.status,
  stopped: qrs.stopped,
  uri: qrs.uri,
  user: qrs.userId,
  whitelisted: qrs.whitelisted,
  folder: qrs.folderId,
  url: sql<string | null>`${qrs.content} ->> 'url'`,
}

/** QRs by id; missing ones are left out. With `lock` they stay locked until the transaction ends, in order of id. */
export async function readQrs(db: Db, ids: readonly number[], { lock }: { lock: boolean }): Promise<Map<number, QrRecord>> {
  if (ids.length === 0) return new Map()
  const query = db
    .select(columns)
    .from(qrs)
    .where(inArray(qrs.id, [...ids]))
    .orderBy(asc(qrs.id))
  const rows = await (lock ? query.for('update') : query)
  return new Map(rows.map(({ url, stopped, ...row }) => [row.id, { ...row, stopped: stopped === 1 ? 1 : 0, content: { url } }]))
}

/** One end of a transfer. */
export interface End extends Destination {
  name: string
}

/**
 * Customers by id with their number of QRs; missing ones are left out. With `lock` they stay locked, in order of id,
 * and are counted after that, so two concurrent transfers can't exceed a limit. Lock customers before QRs.
 */
export async function readEnds(db: Db, ids: readonly number[], { lock }: { lock: boolean }): Promise<Map<number, End>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const query = db
    .select({
      id: customers.id,
      deleted: customers.deleted,
      banned: customers.banned,
      qrLimit: customers.qrLimit,
      firstName: customers.firstName,
      lastName: customers.lastName,
      email: customers.email,
    })
    .from(customers)
    .where(inArray(customers.id, wanted))
    .orderBy(asc(customers.id))
  const rows = await (lock ? query.for('update') : query)
  const counts = await countQrs(
    db,
    rows.flatMap(({ id, qrLimit }) => (qrLimit === null ? [] : [id])),
  )
  return new Map(rows.map((row) => [row.id, { ...row, qrCount: counts.get(row.id) ?? 0, name: fullNameOf(row) || row.email }]))
}

/**
 * QRs per customer without deleted ones, counted by index. Only for customers with a limit, because it reads the
 * index entries of all their QRs.
 */
async function countQrs(db: Db, users: number[]): Promise<Map<number, number>> {
  if (users.length === 0) return new Map()
  const rows = await db
    .select({ user: qrs.userId, count: sql<number>`count(*)::int` })
    .from(qrs)
    .where(sql`${inArray(qrs.userId, users)} and ${qrs.status} in (1, 2)`)
    .groupBy(qrs.userId)
  return new Map(rows.map(({ user, count }) => [user, count]))
}
