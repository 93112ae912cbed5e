import { sql } from 'drizzle-orm'
import { invoiceNumber } from '../../server/resources/invoices/numbers.ts'
import { vatRates } from '../../server/resources/invoices/vat.ts'
import type { Executor } from './insert.ts'
import { lastKnownId } from './known.ts'

/**
 * Writes an invoice for every payment with a paid provider invoice, in SQL: only there are payments in order, so
 * numbers have no gaps within a Madrid year. Prices include VAT; companies elsewhere in the EU and customers outside it
 * pay none. Customers with stories keep the first ids.
 * Files are made on first request; their links depend on their content, so a file from an earlier fill is never reused.
 */
export async function addInvoices(db: Executor): Promise<void> {
  await db.execute(sql`
    insert into invoices (id, number, user_id, payment_id, created_at, link, currency, subtotal, vat_rate, vat_amount, total, description, billing)
    select id, ${invoiceNumber(sql`year`, sql`place`)}, user_id, payment_id, at, md5(concat_ws(' ', 'invoice', payment_id, email, at, amount)), currency,
           net, rate, amount - net, amount, description, billing
    from (
      select *, round(amount * 10000.0 / (10000 + rate))::bigint as net,
             row_number() over (partition by year order by at, payment_id) as place,
             row_number() over (order by drawn, case when drawn then at end, payment_id) as id
      from (
        select p.id as payment_id, p.email, p.user_id, p.currency, p.amount, p.confirmed_at as at, p.user_id > ${lastKnownId} as drawn,
               extract(year from to_timestamp(p.confirmed_at) at time zone 'Europe/Madrid')::int as year,
               case when b.account_type = 'company' and b.vat_number is not null then 0 else coalesce(v.rate, 0) end as rate,
               case when p.trial_plan then 'Trial week' else c.plan_name || case c.plan_months when 12 then ', 12 months' else ', 1 month' end end as description,
               case when b.user_id is null then null else to_jsonb(b) - 'user_id' - 'locked' - 'version' end as billing
        from payments p
        join customers c on c.id = p.user_id
        left join billing_data b on b.user_id = p.user_id
        left join json_to_recordset(${JSON.stringify(Object.entries(vatRates).map(([country, rate]) => ({ country, rate })))}) as v(country text, rate int)
          on v.country = coalesce(b.country, c.country)
        where p.stripe_invoice_status = 'paid' and p.confirmed_at is not null
      ) paid
    ) numbered
    order by id`)
  // New invoices continue from these.
  await db.execute(sql`
    insert into invoice_counters (year, last)
    select split_part(number, '-', 1)::int, max(split_part(number, '-', 2)::int) from invoices group by 1
    on conflict (year) do update set last = excluded.last`)
}
