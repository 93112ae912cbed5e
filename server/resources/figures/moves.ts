import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { customerSources, discountsOf, listFigures } from './sources.ts'

/**
 * Takes marks of customers whose country changed and moves their share of every day's figures to the new country.
 * This costs only that customer's rows, instead of recomputing all their days. Unmarked days count their rows
 * exactly as stored; marked days are recomputed anyway. If a customer moved several times, only the first and last
 * country end up changed, in any order. Totals over countries stay. Call it under the lock.
 */
export async function moveCustomers(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ customer: number; from: string; to: string }>(sql`
    delete from figure_marks where to_country is not null returning user_id as customer, from_country as "from", to_country as "to"`)
  for (const { customer, from, to } of rows) {
    await addCustomer(tx, customer, from, -1)
    await addCustomer(tx, customer, to, 1)
    await tx.execute(sql`delete from daily_discounts where country in (${from}, ${to}) and count = 0`)
    await tx.execute(sql`delete from daily_figures where country in (${from}, ${to}) and ${listFigures((name) => `${name} = 0`, ' and ')}`)
  }
}

async function addCustomer(tx: Db, customer: number, country: string, sign: 1 | -1): Promise<void> {
  const times = sql.raw(String(sign))
  await tx.execute(sql`
    insert into daily_discounts as d (day, country, percent, count)
    select day, ${country}, percent, ${times} * count from (${discountsOf({ customer })}) discounted
    on conflict (day, country, percent) do update set count = d.count + excluded.count`)
  const discounted = sql`select day, country, ${listFigures((name) => (name === 'discounted_subscriptions' ? 'sum(count)' : '0'))}
    from (${discountsOf({ customer })}) discounted group by 1, 2`
  await tx.execute(sql`
    insert into daily_figures as f (day, country, ${listFigures()})
    select day, ${country}, ${listFigures((name) => `${sign} * sum(${name})`)}
    from (${sql.join([...customerSources({ customer }), discounted], sql` union all `)}) source
    group by day
    on conflict (day, country) do update set ${listFigures((name) => `${name} = f.${name} + excluded.${name}`)}`)
}
