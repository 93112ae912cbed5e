import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { payments, refunds } from '../../db/schema/payments.ts'
import type { AppContext } from '../../outside/context.ts'
import { silentLog } from '../../process/log.ts'
import { repeat } from '../../process/repeat.ts'
import { recordNoRefund, recordRefund } from './settle.ts'

/** Seconds until a refund is looked up; younger ones belong to a running request. */
const settleAfter = 30

/** Seconds after which a refund unknown to the provider counts as never received. */
const lostAfter = 15 * 60

interface Options {
  log?: FastifyBaseLogger
  /** Stops between two refunds. */
  signal?: AbortSignal
}

/**
 * Looks up refunds with unknown outcome, after a crash or time-out, and records it (ruling 30). Safe on several servers
 * at once, which take different refunds.
 * @returns number settled
 */
export async function settleRefunds(context: AppContext, { log = silentLog, signal }: Options = {}): Promise<number> {
  const before = context.now() - settleAfter
  let settled = 0
  while (signal?.aborted !== true) {
    const refundId = await takeUp(context, before)
    if (refundId === null) break
    try {
      if (await settleOne(context, refundId)) settled += 1
    } catch (error) {
      // A failed look-up must not block the others.
      log.warn({ err: error, refundId }, 'a refund is not settled yet')
    }
  }
  if (settled > 0) log.info({ settled }, 'refunds were settled')
  return settled
}

/** Claims the pending refund that was looked up longest ago and returns its id; null if there is none. */
async function takeUp({ database, now }: AppContext, before: number): Promise<number | null> {
  const next = database.orm
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'pending'),
        lte(sql`coalesce(${refunds.attemptedAt}, ${refunds.createdAt})`, before),
        or(isNull(refunds.lookedUpAt), lte(refunds.lookedUpAt, before)),
      ),
    )
    .orderBy(sql`${refunds.lookedUpAt} nulls first`, refunds.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await database.orm
    .update(refunds)
    .set({ lookedUpAt: now() })
    .where(eq(refunds.id, sql`(${next})`))
    .returning({ id: refunds.id })
  return taken?.id ?? null
}

/** @returns whether it is now settled */
async function settleOne({ database, payments: provider, now }: AppContext, refundId: number): Promise<boolean> {
  const { orm } = database
  const [refund] = await orm
    .select({
      intentId: payments.stripePaymentIntentId,
      key: refunds.idempotencyKey,
      attempts: refunds.attempts,
      attemptedAt: sql<number>`coalesce(${refunds.attemptedAt}, ${refunds.createdAt})`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!refund) return false
  const found = await provider.findRefund(refund.intentId, refund.key)
  if (found !== null) {
    await recordRefund(orm, refundId, found, now())
    return found.status !== 'pending'
  }
  if (refund.attemptedAt > now() - lostAfter) return false
  return recordNoRefund(orm, refundId, refund.attempts, 'The refund never reached the payment provider.', now())
}

/**
 * Settles refunds now and every minute.
 * @returns a function that stops it and waits for the current run
 */
export const startSettling = (context: AppContext, log: FastifyBaseLogger): (() => Promise<void>) =>
  repeat((signal) => settleRefunds(context, { log, signal }), { job: 'settling', log, fault: 'refunds could not be settled' })
