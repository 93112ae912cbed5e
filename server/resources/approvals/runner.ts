import { and, eq, lte, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { writeAudit } from '../../audit/write.ts'
import { approvals } from '../../db/schema/policies.ts'
import { asPerson } from '../../http/access/as-person.ts'
import { wouldChangeStatus } from '../../http/errors.ts'
import { apiBase } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import type { ApprovalRow } from './queries.ts'

/** Seconds until another server may try to carry out an approved request: longer than any call takes. */
export const approvalLease = 60

declare module 'fastify' {
  interface FastifyInstance {
    approvalRunner: ApprovalRunner
  }
}

const Refused = z.object({ error: z.string(), message: z.string() })
const Replied = z.object({ success: z.boolean().optional(), auditId: z.number().nullish() })

/** What came of it: null while it isn't known. */
type Outcome = { state: 'done' } | { state: 'void' | 'failed'; answer: string } | null

const gone = 'The account that asked for it is gone.'
const nothingToDo = 'There is nothing left to change.'

/**
 * Carries out approved requests, by the same call of this server's own routes and as the one who asked. The change itself uses the
 * approval up, in its transaction: of two servers that carry it out, and of two tries around a crash, one does. [1.7 approval killed]
 */
export class ApprovalRunner {
  readonly #app: FastifyInstance
  readonly #context: AppContext
  #isStopping = false

  constructor(app: FastifyInstance, context: AppContext) {
    this.#app = app
    this.#context = context
  }

  /** Why the call would be refused if it were made now; null if it would go through. Changes nothing. */
  async whyNot(row: ApprovalRow): Promise<string | null> {
    // What the asker carries out is judged when they do.
    if (row.isDoneByRequester) return row.staffId === null ? gone : null
    const reply = await this.#call(row, null)
    if (reply === null) return gone
    if (reply.statusCode === wouldChangeStatus) return null
    // Not the record's fault.
    if (reply.statusCode >= 500 || reply.statusCode === 429) return null
    return reply.statusCode < 400 ? nothingToDo : messageOf(reply).message
  }

  /** Carries out an approved request, and stores what came of it. */
  async run(row: ApprovalRow): Promise<void> {
    const reply = await this.#call(row, row.decidedByEmail ?? '')
    await this.#end(row, outcomeOf(row, reply))
  }

  /** Carries out what is due: requests of a server that is gone, and those that had to wait. */
  async resume(): Promise<void> {
    const { orm } = this.#context.database
    while (!this.#isStopping) {
      const now = this.#context.now()
      const due = orm
        .select({ id: approvals.id })
        .from(approvals)
        .where(and(eq(approvals.state, 'approved'), eq(approvals.isDoneByRequester, false), lte(approvals.leaseUntil, now)))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await orm
        .update(approvals)
        .set({ leaseUntil: now + approvalLease })
        .where(eq(approvals.id, sql`(${due})`))
        .returning()
      if (!row) return
      await this.run(row)
    }
  }

  /** Nobody else runs on the embedded database, so whatever is approved was this server's, before it was killed. */
  async takeOver(): Promise<void> {
    const { database } = this.#context
    if (database.kind === 'embedded') await database.orm.update(approvals).set({ leaseUntil: 0 }).where(eq(approvals.state, 'approved'))
  }

  stop(): void {
    this.#isStopping = true
  }

  /** @param approvedBy null only to look */
  async #call({ id, staffId, ip, method, path, body, matters }: ApprovalRow, approvedBy: string | null) {
    if (staffId === null) return null
    const approved = { id, approvedBy, matters: new Set(z.array(z.string()).parse(JSON.parse(matters))) }
    return asPerson({ staffId, approved }, () =>
      this.#app.inject({
        method: method as 'POST',
        url: apiBase + path,
        remoteAddress: ip,
        headers: { 'sec-fetch-site': 'same-origin' },
        ...(method === 'DELETE' ? {} : { payload: body }),
      }),
    )
  }

  /** Stores the outcome, unless the change itself has. */
  async #end({ id, action, targetType, targetId }: ApprovalRow, outcome: Outcome): Promise<void> {
    if (outcome === null) return
    const { database, now } = this.#context
    await database.orm.transaction(async (tx) => {
      const ended = await tx
        .update(approvals)
        .set(outcome)
        .where(and(eq(approvals.id, id), eq(approvals.state, 'approved')))
        .returning({ id: approvals.id })
      if (ended.length > 0 && outcome.state === 'void')
        await writeAudit(tx, {
          ...byPolicy,
          now: now(),
          action: 'approval.void',
          targetType,
          targetId,
          after: { approval: id, action, reason: outcome.answer },
        })
    })
  }
}

/** Actor of what happens to requests by itself. */
export const byPolicy = { staff: { id: null, email: 'policies' }, ip: null }

type Reply = NonNullable<Awaited<ReturnType<FastifyInstance['inject']>>>

function outcomeOf({ action, body }: ApprovalRow, reply: Reply | null): Outcome {
  if (reply === null) return { state: 'void', answer: gone }
  const { statusCode } = reply
  // Parts of a bulk change are done once by their batch; a refund is settled by itself.
  if (statusCode < 400 && 'batch' in body) return { state: 'done' }
  if (statusCode < 400) {
    const { success, auditId } = Replied.safeParse(reply.json()).data ?? {}
    if (success === false) return { state: 'failed', answer: 'The payment provider did not do it.' }
    return action === 'payment.refund' || auditId != null ? null : { state: 'void', answer: nothingToDo }
  }
  const { error, message } = messageOf(reply)
  if (error === 'provider_refused') return { state: 'failed', answer: message }
  // Whether it was done isn't known: it is tried again.
  if (statusCode >= 500 || statusCode === 429) return null
  return { state: 'void', answer: message }
}

const messageOf = (reply: Reply) => Refused.safeParse(reply.json()).data ?? { error: '', message: 'Something went wrong.' }
