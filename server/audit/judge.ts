import { createHash } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { judgePolicies, type Policy, policiesFor } from '../../src/contract/policies.ts'
import { isPolicyAction } from '../../src/contract/policy-actions.ts'
import type { Db } from '../db/connect.ts'
import { approvals } from '../db/schema/policies.ts'
import { ApprovalNeeded, type Judging, judging, type WantedChange, WouldChange } from '../http/access/judging.ts'
import { ApiError } from '../http/errors.ts'
import { factsOf } from './policy-facts.ts'

/** A change as the audit trail records it. */
export type ChangeToJudge = Omit<WantedChange, 'action'> & { action: string }

interface JudgeOptions {
  /**
   * Whether what was agreed to is used up by it. Not where the change is only begun: where a service outside is asked next, and a
   * crash would leave nothing to go on with.
   */
  isMade?: boolean
}

/**
 * Judges changes by the policies, in the transaction that makes them. Does nothing outside a call, where there are no policies, or if
 * this call's change was judged before. Call it before anything outside is asked; for the rest `writeAudits` does. [1.7 blocked]
 * @throws ApiError blocked_by_policy; stale if what was agreed to is no longer so; ApprovalNeeded
 */
export async function judgeChanges(tx: Db, all: readonly ChangeToJudge[], { isMade = true }: JudgeOptions = {}): Promise<void> {
  const by = judging()
  if (!by) return
  const changes = all.filter((change): change is WantedChange => isPolicyAction(change.action))
  if (changes.length === 0) return
  const { approved } = by
  if (changes.some((change) => !by.judged.has(keyOf(change)))) await judge(tx, by, changes)
  if (approved?.approvedBy === null) throw new WouldChange()
  if (!approved || by.approvedBy !== null) return
  if (isMade && !by.isBulk) await consume(tx, approved.id)
  if (isMade) by.approvedBy = approved.approvedBy
}

async function judge(tx: Db, by: Judging, changes: readonly WantedChange[]): Promise<void> {
  const isFurther = by.judged.size > 0
  for (const change of changes) by.judged.add(keyOf(change))
  const matters = changes.map(mattersOf)
  // What follows from a change that was agreed to isn't a change of its own.
  if (by.approved && !isFurther && !matters.every((each) => by.approved?.matters.has(each))) throw changed()
  const concerned = changes.filter(({ action }) => policiesFor(by.policies, by.actor, action).length > 0)
  if (concerned.length === 0) return
  const facts = await factsOf(tx, by, concerned)
  const judged = concerned.map((change, index) => ({ change, ...judgePolicies(by.policies, by.actor, change.action, facts[index] ?? {}) }))
  const blocked = judged.filter(({ verdict }) => verdict === 'block')
  if (blocked[0]?.policy) throw blockedBy(blocked[0].policy, blocked.length < changes.length ? blocked.map(({ change }) => change) : [])
  const wanting = judged.find(({ verdict }) => verdict === 'ask')?.policy
  if (!wanting || by.approved || by.approvedBy !== null) return
  // A program can't wait for anybody.
  if (by.actor.is === 'token') throw blockedBy(wanting, [])
  by.approvedBy = await takeGranted(tx, by, matters)
  if (by.approvedBy === null) throw new ApprovalNeeded(changes, matters, wanting)
}

const blockedBy = ({ text }: Policy, some: readonly WantedChange[]) =>
  new ApiError(
    'blocked_by_policy',
    text,
    some.length === 0 ? {} : { details: Object.fromEntries(some.map(({ targetId }) => [targetId, text])) },
  )

const changed = () => new ApiError('stale', 'The record has changed since this was asked for.')

const keyOf = ({ action, targetType, targetId }: WantedChange) => `${action}:${targetType}:${targetId}`

/** What a change is based on, as a hash: it may be of other people than the request. A new record has no number yet. */
function mattersOf({ action, targetType, targetId, before, amount }: WantedChange): string {
  const isNew = Object.values(before ?? {}).every((value) => value === null)
  const based = JSON.stringify([action, targetType, isNew ? null : targetId, before ?? null, amount ?? null])
  return createHash('sha256').update(based).digest('base64url')
}

/**
 * Uses up what was agreed to, with the change: of two servers that make it, one does.
 * @throws ApiError conflict
 */
async function consume(tx: Db, id: number): Promise<void> {
  const used = await tx
    .update(approvals)
    .set({ state: 'done' })
    .where(and(eq(approvals.id, id), eq(approvals.state, 'approved')))
    .returning({ id: approvals.id })
  if (used.length === 0) throw new ApiError('conflict', 'This request was carried out already.')
}

/** Uses what was agreed to for a call that the asker makes again. @returns who agreed; null if nobody did */
async function takeGranted(tx: Db, { actor, callHash, now }: Judging, matters: readonly string[]): Promise<string | null> {
  const [granted] = await tx
    .update(approvals)
    .set({ state: 'done' })
    .where(
      and(
        eq(approvals.staffId, actor.id),
        eq(approvals.callHash, callHash()),
        eq(approvals.matters, JSON.stringify(matters)),
        eq(approvals.state, 'approved'),
        eq(approvals.isDoneByRequester, true),
        gt(approvals.expiresAt, now),
      ),
    )
    .returning({ by: approvals.decidedByEmail })
  return granted ? (granted.by ?? '') : null
}

/** Ends the request of a change that was begun by an approved call and is settled now. */
export async function endApproval(tx: Db, id: number | null, end: { state: 'done' | 'failed'; answer?: string }): Promise<void> {
  if (id !== null)
    await tx
      .update(approvals)
      .set(end)
      .where(and(eq(approvals.id, id), inArray(approvals.state, ['approved', 'failed'])))
}

/** A change that an earlier call began and was judged for: this one only goes on with it. */
export function goesOnWith({ action, targetType, targetId }: Pick<ChangeToJudge, 'action' | 'targetType' | 'targetId'>): void {
  if (isPolicyAction(action)) judging()?.judged.add(keyOf({ action, targetType, targetId }))
}

/** Email of the second person whom the audit rows of this call name. */
export const approvedBy = (): string | null => judging()?.approvedBy ?? null

/** The request that this call carries out, for what is settled later. */
export const approvalOfCall = () => {
  const approved = judging()?.approved
  return approved ? { approvalId: approved.id, approvedBy: approved.approvedBy } : {}
}
