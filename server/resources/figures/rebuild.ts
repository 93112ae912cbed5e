import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { discountsOf, kept, listFigures, type Scope, sourcesOf } from './sources.ts'

/**
 * Locks the figures for writing: one writer at a time, readers unaffected. Under `repeatable read` the snapshot is then
 * as of getting the lock.
 */
export async function lockFigures(tx: Db): Promise<void> {
  await tx.execute(sql`lock table daily_figures in share row exclusive mode`)
}

/**
 * Recomputes `daily_figures`, `daily_totals` and `daily_discounts` for all days. Days older than the scans kept per QR
 * keep their scans and visits. Call it in a transaction.
 */
export async function rebuildDailyFigures(tx: Db): Promise<void> {
  await lockFigures(tx)
  // First, so that later changes mark their days again.
  await tx.execute(sql`delete from figure_marks`)
  await compute(tx, 'all')
}

/** The same for one Madrid day (YYYY-MM-DD), reading only that day's rows; call it under the lock. */
export function computeDay(tx: Db, day: string): Promise<void> {
  return compute(tx, { day })
}

/** Sums the countries of each day. Call it last after writing `daily_figures`. */
export async function sumCountries(tx: Db, scope: Scope): Promise<void> {
  await tx.execute(sql`delete from daily_totals where ${inScopeOf(scope)}`)
  await tx.execute(sql`
    insert into daily_totals (day, ${listFigures()})
    select day, ${listFigures((name) => `sum(${name})`)} from daily_figures where ${inScopeOf(scope)} group by day`)
}

const inScopeOf = (scope: Scope) => (scope === 'all' ? sql`true` : sql`day = ${scope.day}::date`)

async function compute(tx: Db, scope: Scope): Promise<void> {
  const inScope = inScopeOf(scope)
  await tx.execute(sql`delete from daily_discounts where ${inScope}`)
  await tx.execute(sql`insert into daily_discounts (day, country, percent, count) ${discountsOf(scope)}`)
  await tx.execute(sql`
    update daily_figures set ${listFigures((name) =>
      kept.includes(name) ? `${name} = case when day >= kept.first then 0 else ${name} end` : `${name} = 0`,
    )}
    from (select min(day) as first from qr_daily_scans) kept where ${inScope}`)
  // A union of sources, each with zeros for figures it lacks, instead of
  // joins: nothing for the planner to misjudge in freshly loaded tables.
  await tx.execute(sql`
    insert into daily_figures as f (day, country, ${listFigures()})
    select day, country, ${listFigures((name) => `sum(${name})`)}
    from (${sql.join(sourcesOf(scope), sql` union all `)}) source
    group by day, country
    on conflict (day, country) do update set ${listFigures((name) => `${name} = f.${name} + excluded.${name}`)}`)
  await tx.execute(sql`delete from daily_figures where ${inScope} and ${listFigures((name) => `${name} = 0`, ' and ')}`)
  await sumCountries(tx, scope)
}
