import { type SQL, sql } from 'drizzle-orm'
import type { TimelineKind } from '../../../src/contract/timeline.ts'
import { paymentProvider } from '../../audit/write.ts'

interface Facts {
  at: SQL
  id: SQL
  what: SQL
  detail?: SQL
  amount?: SQL
  currency?: SQL
  actor?: SQL
  /** Email of the second person who agreed. */
  approver?: SQL
  before?: SQL
  after?: SQL
  /** Everything after `from`. */
  from: SQL
}

/** An entry's columns except its kind; the same for all sources. */
function source({ at, id, what, from, ...facts }: Facts): SQL {
  return sql`select ${at} as at, ${id} as id, ${what} as what,
    ${facts.detail ?? sql`null::text`} as detail, ${facts.amount ?? sql`null::bigint`} as amount,
    ${facts.currency ?? sql`null::text`} as currency, ${facts.actor ?? sql`null::text`} as actor, ${facts.approver ?? sql`null::text`} as approver,
    ${facts.before ?? sql`null::jsonb`} as before, ${facts.after ?? sql`null::jsonb`} as after
    from ${from}`
}

const staffActions = {
  at: sql`a.at`,
  id: sql`a.id`,
  what: sql`a.action`,
  actor: sql`a.actor_email`,
  approver: sql`a.approved_by`,
  before: sql`a.before`,
  after: sql`a.after`,
}

/** What became of each step of a playbook's run, which is one entry. */
const stepsOfRun = sql`(select string_agg(s ->> 'title' || case s ->> 'state' when 'failed' then ' (failed: ' || (s ->> 'message') || ')'
  when 'left-out' then ' (left out)' when 'waiting' then ' (not done)' else '' end, '; ' order by place)
  from jsonb_array_elements(r.steps) with ordinality as step (s, place))`

/** A refund made at the provider: no staff action, and the refund has its own entry. */
const madeThere = sql`(a.action = 'payment.refund' and a.actor_id is null and a.actor_email = ${paymentProvider.staff.email})`

/**
 * The sources of each kind: statements over all of a customer's entries, which the timeline cuts to a page.
 * Payment data is looked up per payment. 'offset 0' hides order and limit from the lookup: PostgreSQL would
 * otherwise walk everybody's rows from the newest, hoping to find this customer's.
 */
export const timelineSources: Record<TimelineKind, (customer: number) => SQL[]> = {
  signup: (customer) => [
    source({ at: sql`c.created_at`, id: sql`c.id`, what: sql`'signup'::text`, from: sql`customers c where c.id = ${customer}` }),
  ],
  payment: (customer) => [
    source({
      at: sql`p.created_at`,
      id: sql`p.id`,
      what: sql`p.stripe_payment_intent_status`,
      detail: sql`p.ref`,
      amount: sql`p.amount`,
      currency: sql`p.currency`,
      from: sql`payments p where p.user_id = ${customer}`,
    }),
  ],
  // A refund that never reached the provider moved no money; it is in the audit trail.
  refund: (customer) => [
    source({
      at: sql`r.created_at`,
      id: sql`r.id`,
      what: sql`r.state`,
      detail: sql`r.reason`,
      amount: sql`r.amount`,
      currency: sql`r.currency`,
      actor: sql`coalesce(r.staff_email, (select s.email from staff s where s.id = r.staff_id))`,
      approver: sql`r.approved_by`,
      from: sql`payments p join refunds r on r.payment_id = p.id
        where p.user_id = ${customer} and (r.state in ('pending', 'succeeded') or r.provider_refund_id is not null) offset 0`,
    }),
  ],
  status: (customer) => [
    source({
      at: sql`s.at`,
      id: sql`s.id`,
      what: sql`s.to_status`,
      detail: sql`s.from_status`,
      from: sql`subscription_changes s where s.user_id = ${customer}`,
    }),
  ],
  staff: (customer) => [
    source({
      ...staffActions,
      after: sql`case when r.id is null then a.after else a.after || jsonb_build_object('steps', ${stepsOfRun}) end`,
      from: sql`audit_log a left join playbook_runs r on a.action = 'playbook.run' and r.key = a.batch
        where a.target_type = 'customer' and a.target_id = ${customer} and a.step is null`,
    }),
    source({
      ...staffActions,
      detail: sql`p.ref`,
      from: sql`payments p
        cross join lateral (select * from audit_log a where a.target_type = 'payment' and a.target_id = p.id and a.step is null and not ${madeThere} offset 0) a
        where p.user_id = ${customer} offset 0`,
    }),
  ],
  email: (customer) => [
    source({
      at: sql`m.date`,
      id: sql`m.id`,
      what: sql`m.event`,
      detail: sql`m.subject`,
      from: sql`email_activity m where m.user_id = ${customer}`,
    }),
  ],
  event: (customer) => [
    source({
      at: sql`e.date`,
      id: sql`e.id`,
      what: sql`e.event`,
      detail: sql`e.ip`,
      from: sql`events e where e.user_id = ${customer}`,
    }),
  ],
  note: (customer) => [
    source({
      at: sql`n.created_at`,
      id: sql`n.user_id`,
      what: sql`'note'::text`,
      detail: sql`n.note`,
      actor: sql`n.author_name`,
      from: sql`customer_notes n where n.user_id = ${customer}`,
    }),
  ],
}
