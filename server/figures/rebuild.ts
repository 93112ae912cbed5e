import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { discountsOf, kept, listFigures, type Scope, sourcesOf } from './sources.ts'

/**
 * Whoever writes figures takes this first in the transaction: one at a time, while everybody may read. In a transaction of isolation
 * `repeatable read` what it sees is then as of when it got the lock.
 * @param wait false: fails at once where somebody else has it (`isFiguresLocked`)
 */
export async function lockFigures(tx: Db, { wait = true }: { wait?: boolean } = {}): Promise<void> {
  await tx.execute(sql.raw(`lock table daily_figures in share row exclusive mode${wait ? '' : ' nowait'}`))
}

/** Whether an error says that somebody else had the lock of the figures. */
export function isFiguresLocked(error: unknown): boolean {
  return error instanceof Error && (('code' in error && error.code === '55P03') || isFiguresLocked(error.cause))
}

/**
 * Computes `daily_figures`, `daily_totals` and `daily_discounts` of all days anew. Days older than the oldest scans by QR keep the scans and visits
 * they have. Call it in a transaction.
 */
export async function rebuildDailyFigures(tx: Db): Promise<void> {
  await lockFigures(tx)
  // First: what is written from now on marks its days again.
  await tx.execute(sql`delete from figure_marks`)
  await compute(tx, 'all')
}

/** The same for one Madrid day (YYYY-MM-DD), which costs that day's rows; under the lock. */
export function computeDay(tx: Db, day: string): Promise<void> {
  return compute(tx, { day })
}

/** Adds up the countries of each day. Whoever writes `daily_figures` calls it last. */
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
  // One list of rows, each with zeros for what its source does not tell, and no join of sources: the planner has nothing to
  // misjudge in a table that was loaded a moment ago.
  await tx.execute(sql`
    insert into daily_figures as f (day, country, ${listFigures()})
    select day, country, ${listFigures((name) => `sum(${name})`)}
    from (${sql.join(sourcesOf(scope), sql` union all `)}) source
    group by day, country
    on conflict (day, country) do update set ${listFigures((name) => `${name} = f.${name} + excluded.${name}`)}`)
  await tx.execute(sql`delete from daily_figures where ${inScope} and ${listFigures((name) => `${name} = 0`, ' and ')}`)
  await sumCountries(tx, scope)
}
