import { and, count, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Approval, ApprovalListQuery } from '../../../src/contract/approvals.ts'
import { type Capability, capabilitiesOf, roleMay } from '../../../src/contract/capabilities.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { equals } from '../../db/list/conditions.ts'
import { type ListSource, listPage } from '../../db/list/list.ts'
import { approvals } from '../../db/schema/policies.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'

export type ApprovalRow = typeof approvals.$inferSelect

type Reader = Pick<SignedIn, 'id' | 'rol'>

/** What a person sees: their own requests, and those about what their role may do. */
const isShownTo = ({ id, rol }: Reader): SQL | undefined => or(eq(approvals.staffId, id), isDecidable(rol))

const isDecidable = (rol: number): SQL | undefined =>
  or(inArray(approvals.capability, capabilitiesOf(rol)), rol === 1 ? isNull(approvals.capability) : undefined)

/** Whether somebody's role lets them decide a request; the policies are asked when they do. */
const mayDecide = ({ capability, staffId, state }: Pick<ApprovalRow, 'capability' | 'staffId' | 'state'>, { id, rol }: Reader): boolean =>
  state === 'open' && staffId !== id && (capability === null ? rol === 1 : roleMay(rol, capability as Capability))

/** A request as a person sees it: without the call. */
export function shownApproval(row: ShownRow, reader: Reader): Approval {
  const { staffId, staffName, createdAt, policyText, targetName, capability: _, ...rest } = row
  return {
    ...rest,
    target: targetName,
    policy: policyText,
    requesterId: staffId,
    requesterName: staffName,
    requestedAt: createdAt,
    isMine: staffId === reader.id,
    mayDecide: mayDecide(row, reader),
  }
}

const shownColumns = {
  id: approvals.id,
  state: approvals.state,
  action: approvals.action,
  targetType: approvals.targetType,
  targetId: approvals.targetId,
  targetName: approvals.targetName,
  customerId: approvals.customerId,
  rows: approvals.rows,
  amount: approvals.amount,
  before: sql<Record<string, unknown> | null>`${approvals.before}`,
  after: sql<Record<string, unknown> | null>`${approvals.after}`,
  reason: approvals.reason,
  policyText: approvals.policyText,
  staffId: approvals.staffId,
  staffName: approvals.staffName,
  createdAt: approvals.createdAt,
  expiresAt: approvals.expiresAt,
  decidedByName: approvals.decidedByName,
  decidedAt: approvals.decidedAt,
  answer: approvals.answer,
  isDoneByRequester: approvals.isDoneByRequester,
  capability: approvals.capability,
}
type ShownRow = Pick<ApprovalRow, keyof typeof shownColumns>

/** A page of requests. */
export async function listApprovals(
  db: Db,
  reader: Reader,
  query: ApprovalListQuery,
): Promise<{ rows: Approval[]; pagination: Pagination }> {
  const where = and(isShownTo(reader), equals(approvals.state, query.state), query.mine ? eq(approvals.staffId, reader.id) : undefined)
  const source: ListSource<typeof shownColumns> = {
    table: approvals,
    columns: shownColumns,
    where,
    sortBy: query.sort === 'id' ? approvals.id : approvals.createdAt,
  }
  const { rows, pagination } = await listPage(db, source, query)
  return { rows: rows.map((row) => shownApproval(row, reader)), pagination }
}

/** @throws ApiError not_found if there is none that the person may see */
export async function readApproval(db: Db, reader: Reader, id: number): Promise<ApprovalRow> {
  const [row] = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.id, id), isShownTo(reader)))
  if (!row) throw new ApiError('not_found', `There is no request ${id}.`)
  return row
}

/** Requests that were decided in the last hour, for a notice. */
const newFor = 3600

/** What waits for a person, and what of theirs was decided lately. */
export async function approvalNews(db: Db, reader: Reader, now: number): Promise<{ waiting: number; decided: Approval[] }> {
  const own = eq(approvals.staffId, reader.id)
  const [waiting] = await db
    .select({ waiting: count() })
    .from(approvals)
    .where(and(eq(approvals.state, 'open'), isDecidable(reader.rol), or(isNull(approvals.staffId), ne(approvals.staffId, reader.id))))
  const decided = await db
    .select(shownColumns)
    .from(approvals)
    .where(and(own, gt(approvals.decidedAt, now - newFor), ne(approvals.state, 'withdrawn')))
    .orderBy(desc(approvals.decidedAt), desc(approvals.id))
    .limit(5)
  return { waiting: waiting?.waiting ?? 0, decided: decided.map((row) => shownApproval(row, reader)) }
}
