import { sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { subscriptionState } from '../../outside/payments/stripe/states.ts'

/** A change of the raw status; times in unix seconds. */
export interface StatusChange {
  at: number
  from: string | null
  to: string
}

/** The changes that a subscription's fields reveal: Stripe keeps no history. */
export function historyOf(subscription: Stripe.Subscription): StatusChange[] {
  const { start_date: start, trial_start: trialStart, trial_end: trialEnd, ended_at: endedAt, items } = subscription
  const { status } = subscriptionState(subscription)
  const changes: StatusChange[] = []
  const add = (at: number, to: string) => void changes.push({ at, from: changes.at(-1)?.to ?? null, to })
  if (status === 'incomplete' || status === 'incomplete_expired') {
    add(start, 'incomplete')
    if (status === 'incomplete_expired') add(endedAt ?? start, status)
    return changes
  }
  if (trialStart !== null && trialEnd !== null) {
    add(trialStart, 'trialing')
    const endedOnTrial = endedAt !== null && endedAt <= trialEnd
    if (status === 'trial_ended') add(trialEnd, status)
    else if (status !== 'trialing' && !endedOnTrial) add(trialEnd, 'active')
  } else add(start, 'active')
  if (status === 'past_due' || status === 'unpaid')
    add(Math.max(changes.at(-1)?.at ?? start, ...items.data.map((item) => item.current_period_start)), status)
  if (endedAt !== null) add(endedAt, 'canceled')
  return changes
}

/** Seconds. A stored change this close is the same one: notifications record the time of their arrival. */
const alike = 86_400

/**
 * Stores past changes that are not recorded yet.
 * @returns the customers for whom any were added
 */
export async function noteHistory(tx: Db, changes: readonly (StatusChange & { userId: number })[], reason: string): Promise<Set<number>> {
  if (changes.length === 0) return new Set()
  const { rows } = await tx.execute<{ userId: number }>(sql`
    insert into subscription_changes (user_id, at, from_status, to_status, reason)
    select i."userId", i.at, i."from", i."to", ${reason}
    from ${jsonRows(changes, '"userId" int, at bigint, "from" text, "to" text')}
    where not exists (select from subscription_changes s
      where s.user_id = i."userId" and s.to_status = i."to" and abs(s.at - i.at) <= ${alike})
    order by i.at returning user_id as "userId"`)
  return new Set(rows.map(({ userId }) => userId))
}
