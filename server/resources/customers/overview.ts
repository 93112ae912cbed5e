import { type SQL, sql } from 'drizzle-orm'
import { type CustomerOverview, maxCounted } from '../../../src/contract/customer-overview.ts'
import { addDays, dayOf, startOfDay } from '../../../src/contract/dates.ts'
import { maxEmailDays } from '../../../src/contract/email-activity.ts'
import type { Db } from '../../db/connect.ts'
import { keptStatement, preparedSelect } from '../../db/kept-statements.ts'
import { customers } from '../../db/schema/customers.ts'
import { customerNotFound } from './queries.ts'

/** E-mail events that say whether a mail arrived. That it was requested says nothing yet. */
const arrived = ['delivered', 'opened', 'clicks']
const failed = ['bounces', 'hardBounces', 'softBounces', 'invalid', 'blocked', 'error']

const paymentFields = sql`'id', p.id, 'amount', p.amount, 'amountRefunded', p.amount_refunded, 'currency', p.currency,
  'createdAt', p.created_at, 'stripePaymentIntentStatus', p.stripe_payment_intent_status, 'stripeDisputeStatus', p.stripe_dispute_status`

const texts = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

/**
 * What a customer's page shows first besides the customer's record. One statement, which reads only the customer's own rows.
 * @param now unix seconds
 * @param keepsEmails whether e-mails are stored in the database, as opposed to a service
 * @throws ApiError not_found
 */
export async function customerOverview(db: Db, id: number, now: number, keepsEmails: boolean): Promise<CustomerOverview> {
  const name = keepsEmails ? 'overview' : 'overview_without_emails'
  const statement = keptStatement(db, customers, name, () =>
    preparedSelect(db, overviewQuery(keepsEmails), name, ([overview]) => overview as CustomerOverview),
  )
  const [found] = await statement.execute({ id, emailsFrom: startOfDay(addDays(dayOf(now), 1 - maxEmailDays)) })
  if (!found) throw customerNotFound(id)
  return found
}

function overviewQuery(keepsEmails: boolean): SQL {
  const emailsFrom = sql.placeholder('emailsFrom')
  /** How many rows, at most `maxCounted`. */
  const counted = (from: SQL) => sql`(select count(*) from (select 1 from ${from} limit ${maxCounted}) counted)`
  return sql`
    select json_build_object(
      'lastPayment', (select json_build_object(${paymentFields}) from payments p where p.user_id = c.id
        order by p.created_at desc, p.id desc limit 1),
      'dispute', (select json_build_object(${paymentFields}, 'reason', p.stripe_dispute_reason) from payments p
        where p.user_id = c.id and p.stripe_dispute_status is not null
          and p.stripe_dispute_status not in ('won', 'warning_closed', 'charge_refunded')
        order by p.created_at desc, p.id desc limit 1),
      'refunded', (select coalesce(sum(p.final_amount_refunded), 0)::bigint from payments p where p.user_id = c.id),
      'qrs', (select json_build_object(
          'used', count(*) filter (where q.status <> 0),
          'blocked', count(*) filter (where q.status = 2),
          'infected', (select count(distinct i.qr_id) from qrs o join infected_qrs i on i.qr_id = o.id
            where o.user_id = c.id and o.status <> 0))
        from qrs q where q.user_id = c.id),
      'ban', case when c.banned then coalesce(
        (select json_build_object('at', a.at, 'by', a.actor_email, 'reason', null) from audit_log a
          where a.target_id = c.id and a.target_type = 'customer' and a.action = 'customer.ban' order by a.at desc, a.id desc limit 1),
        (select json_build_object('at', t.created_at, 'by', null, 'reason', t.reason) from webrisk_tracker t
          where t.user_id = c.id and t.user_banned order by t.created_at desc, t.id desc limit 1)) end,
      'cancel', case when c.will_cancel or c.cancel_at_period_end then
        (select json_build_object('at', a.at, 'by', a.actor_email) from audit_log a
          where a.target_id = c.id and a.target_type = 'customer' and a.action = 'customer.cancel-at-period-end'
          order by a.at desc, a.id desc limit 1) end,
      'bounce', ${
        keepsEmails
          ? sql`(select case when last.event in (${texts(failed)}) then json_build_object('event', last.event, 'at', last.date) end
        from (select m.event, m.date from email_activity m
          where m.user_id = c.id and m.date >= ${emailsFrom} and m.event in (${texts([...arrived, ...failed])})
          order by m.date desc, m.id desc limit 1) last)`
          : sql`null`
      },
      'unconfirmed', (select json_build_object('event', o.event, 'since', o.at)
        from webhook_deliveries d join outbox o on o.id = d.event_id
        where d.record = 'customer:' || c.id and d.state = 'pending' order by d.id limit 1),
      'counts', json_build_object(
        'folders', ${counted(sql`folders where user_id = c.id`)},
        'domains', ${counted(sql`customer_domains where user_id = c.id`)},
        'invitations', ${counted(sql`invitations where owner_id = c.id`)},
        'referred', ${counted(sql`customers r where r.referred_by = c.id`)},
        'email', ${keepsEmails ? counted(sql`email_activity where user_id = c.id and date >= ${emailsFrom}`) : sql`null`},
        'events', ${counted(sql`events where user_id = c.id`)},
        'calls', ${counted(sql`api_calls where owner = c.id`)},
        'webrisk', ${counted(sql`webrisk_tracker where user_id = c.id`)})
    ) as overview
    from customers c where c.id = ${sql.placeholder('id')}`.inlineParams()
}
