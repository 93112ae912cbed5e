import { type SQL, sql } from 'drizzle-orm'
import { type PolicyFacts, policiesFor } from '../../src/contract/policies.ts'
import { covers, type PolicySubject, policyActionNames } from '../../src/contract/policy-actions.ts'
import type { Db } from '../db/connect.ts'
import type { Judging, WantedChange } from '../http/access/judging.ts'

type Doer = Pick<Judging, 'actor' | 'email' | 'now'>

const day = 24 * 3600

/** Of a record's customer, by the record's type. */
const customerOf: Readonly<Record<string, SQL>> = {
  customer: sql`select id, id as customer from customers`,
  qr: sql`select id, user_id as customer from qrs`,
  payment: sql`select id, user_id as customer from payments`,
  invoice: sql`select id, user_id as customer from invoices`,
  folder: sql`select id, user_id as customer from folders`,
}

/** What the policies' conditions are about, for each change: by one statement, or two where others of the same person count. */
export async function factsOf(
  tx: Db,
  by: Doer & Pick<Judging, 'policies' | 'rows'>,
  changes: readonly WantedChange[],
): Promise<PolicyFacts[]> {
  const conditions = changes.flatMap(({ action }) => policiesFor(by.policies, by.actor, action))
  const has = (...kinds: string[]) => conditions.some(({ when }) => when !== null && kinds.includes(when.is))
  const inDay = has('above-in-a-day', 'times-in-a-day') ? await inTheDay(tx, by, subjectsOf(conditions)) : {}
  const days = has('customer-days') ? await customerDays(tx, changes, by.now) : new Map<number, number>()
  const rows = rowsOf(changes, by.rows)
  return changes.map(({ amount, targetId }) => ({
    amount,
    rows,
    customerDays: days.get(targetId),
    ...inDay,
  }))
}

/** How many records changes of one call are about: one that is changed in two ways counts once. @param named how many the call names */
export const rowsOf = (changes: readonly WantedChange[], named: number): number =>
  Math.max(named, new Set(changes.map(({ targetId }) => targetId)).size, ...changes.map(({ rows = 1 }) => rows))

const subjectsOf = (policies: ReturnType<typeof policiesFor>) =>
  policies.flatMap(({ what, when }) => (when?.is === 'times-in-a-day' ? [what] : []))

async function inTheDay(tx: Db, by: Doer, subjects: readonly PolicySubject[]) {
  // One after the other, or two at the same time would each see only itself.
  await tx.execute(sql`select pg_advisory_xact_lock(46, ${by.actor.id})`)
  return lastDay(tx, by, subjects)
}

/** What somebody sent in the last 24 hours, and how often they did what these subjects are about. */
export async function lastDay(
  tx: Db,
  { actor, email, now }: Doer,
  subjects: readonly PolicySubject[],
): Promise<Required<Pick<PolicyFacts, 'amountInDay' | 'timesInDay'>>> {
  const since = sql`${now - day}::bigint`
  const refunds = sql`from refunds where staff_id = ${actor.is === 'person' ? actor.id : null} and created_at > ${since} and state <> 'failed'`
  // Of refunds, those under way count too.
  const doer = actor.is === 'person' ? sql`actor_id = ${actor.id}` : sql`actor_email collate "C" = ${email}`
  const counts = [...new Set(subjects)].map((subject) => {
    const actions = policyActionNames.filter((action) => covers(subject, action))
    const audited = sql`(select count(*) from audit_log where ${doer} and at > ${since} and action = any(${sql.param(actions.filter((action) => action !== 'payment.refund'))}))`
    return { subject, count: actions.includes('payment.refund') ? sql`${audited} + (select count(*) ${refunds})` : audited }
  })
  const { rows } = await tx.execute<{ amount: number; times: number[] }>(sql`
    select (select coalesce(sum(final_amount), 0)::float8 ${refunds}) as amount,
      array[${sql.join(
        counts.map(({ count }) => sql`(${count})::int`),
        sql`, `,
      )}]::int[] as times`)
  const [row] = rows
  return {
    amountInDay: row?.amount ?? 0,
    timesInDay: Object.fromEntries(counts.map(({ subject }, index) => [subject, row?.times[index] ?? 0])),
  }
}

async function customerDays(tx: Db, changes: readonly WantedChange[], now: number): Promise<Map<number, number>> {
  const source = customerOf[changes[0]?.targetType ?? '']
  if (!source) return new Map()
  const ids = changes.map(({ targetId }) => targetId)
  const { rows } = await tx.execute<{ id: number; days: number }>(sql`
    select r.id, ((${now}::bigint - c.created_at) / ${day})::int as days
    from (${source}) as r join customers c on c.id = r.customer where r.id = any(${sql.param(ids)}::int[])`)
  return new Map(rows.map(({ id, days }) => [id, days]))
}
